/** Moments that people write as a day and a time, without naming their time zone. */

const written = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/

/** Moment of `YYYY-MM-DD HH:mm` by the clocks of a time zone; undefined: no such day or time. An hour that clocks skip counts from before. */
export function momentOf(text: string, timezone: string): Date | undefined {
  const [, year, month, day, hours, minutes] = written.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const wanted = Date.UTC(year, month - 1, day, hours, minutes)
  const isReal = new Date(wanted).toISOString().slice(0, 16).replace('T', ' ') === text
  if (!isReal) return undefined
  const first = wanted - offsetAt(wanted, timezone)
  return new Date(wanted - offsetAt(first, timezone))
}

/** `YYYY-MM-DD HH:mm` by the clocks of a time zone. */
export function clockTimeOf(moment: Date, timezone: string): string {
  const at = +moment + offsetAt(+moment, timezone)
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

/** Milliseconds that the clocks of a time zone are ahead of UTC at a moment. */
function offsetAt(moment: number, timezone: string): number {
  const parts = clockOf(timezone).formatToParts(moment)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const clock = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return clock - Math.floor(moment / 1000) * 1000
}

/** Made once per time zone: it takes longer than all else, and a table of SKUs needs many. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(timeZone, clock)
  return clock
}
