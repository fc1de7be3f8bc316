/** "09:00", of an hour of the day. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** 1 Monday to 7 Sunday. The first of January 2024 was a Monday. */
export function weekdayName(weekday: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  )
}
