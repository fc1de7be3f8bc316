/** Whether the orders of today depart from those of the same hours of the same weekday, by arithmetic that can be shown. */

/** Weeks whose same weekday is looked at. */
export const weeksBefore = 4
/** With fewer such days nobody knows what is usual. */
export const fewestDays = 2
/** With fewer expected orders chance alone makes large percentages. */
export const fewestExpected = 5
const leastPercent = 50
/** In standard deviations of a count that comes by chance. */
const leastDeviation = 3

/** Orders by hour, 0 to 23. */
export type HoursOfDay = readonly number[]

export type Anomaly = {
  /** The first hour that is counted; the last one is the hour before the present one. */
  since: number
  orders: number
  /** Mean of the earlier days, one decimal. */
  usual: number
  /** Below 0: fewer than usual. */
  percent: number
  /** Orders of each earlier day, in the order of the days. */
  before: number[]
}

/**
 * @param hour the present one, which is not over and does not count
 * @returns the stretch of hours up to now that departs most; null: nothing does, or too little is known
 */
export function findAnomaly(today: HoursOfDay, before: HoursOfDay[], hour: number): Anomaly | null {
  if (before.length < fewestDays) return null
  const found = Array.from({ length: hour }, (_, since) => stretchOf(today, before, { since, hour })).filter(
    ({ anomaly: { usual, percent }, deviation }) =>
      usual >= fewestExpected && Math.abs(percent) >= leastPercent && Math.abs(deviation) >= leastDeviation,
  )
  const [most] = found.toSorted((a, b) => Math.abs(b.deviation) - Math.abs(a.deviation))
  return most?.anomaly ?? null
}

function stretchOf(
  today: HoursOfDay,
  before: HoursOfDay[],
  { since, hour }: { since: number; hour: number },
): { anomaly: Anomaly; deviation: number } {
  const sumOf = (day: HoursOfDay) => day.slice(since, hour).reduce((all, orders) => all + orders, 0)
  const orders = sumOf(today)
  const days = before.map(sumOf)
  const mean = days.reduce((all, one) => all + one, 0) / days.length
  const anomaly = {
    since,
    orders,
    usual: Math.round(mean * 10) / 10,
    percent: mean > 0 ? Math.round((orders / mean - 1) * 100) : 0,
    before: days,
  }
  return { anomaly, deviation: mean > 0 ? (orders - mean) / Math.sqrt(mean) : 0 }
}
