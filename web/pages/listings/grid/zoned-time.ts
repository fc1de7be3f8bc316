/** Local times of the account's time zone, in the form that special prices are written in: YYYY-MM-DD HH:mm. */

export function localTime(instant: string | null, timeZone: string): string {
  if (instant === null) return ''
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}`
}

/** @returns the instant of a day, or of a day and a time; undefined for what is none */
export function instantAt(text: string, timeZone: string): string | undefined {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d?:\d\d))?(?::\d\d)?$/.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const asUtc = Date.parse(`${day}T${time.padStart(5, '0')}:00Z`)
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== day) return undefined
  // The offset of the guess is that of the true instant, but for the hours around a change of the clock.
  const offsetAt = (at: number) =>
    Date.parse(`${localTime(new Date(at).toISOString(), timeZone).replace(' ', 'T')}:00Z`) - at
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess)).toISOString()
}
