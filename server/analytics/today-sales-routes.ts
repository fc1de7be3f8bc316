/** Revenue of today, compared with the hours that are over on the same weekday of the weeks before. */
import type { Reply } from '../../contract/endpoints.ts'
import { amountsOf } from '../../model/money.ts'
import { fewestDays } from '../../model/sales-anomaly.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { amountIn, partlyConverted } from './present-figure.ts'
import { sameWeekdays } from './same-weekdays.ts'
import { readFirstSaleDay, readTodaySales, type SalesOfHours, type TodaySales } from './today-sales-store.ts'

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

export function todaySalesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /dashboard/today-sales', async ({ session }) => {
    const { ownerId, shopIds: shops, timezone, currency } = session
    const days = sameWeekdays(timezone, new Date())
    const [sales, since] = await Promise.all([
      readTodaySales(db, { ownerId, ...days, until: days.hour, shops, currency }),
      db.read(ownerId, (tx) => readFirstSaleDay(tx, ownerId, shops)),
    ])
    const before = days.before.filter((day) => since !== null && day >= since)
    return { data: compare(sales, { ...days, before }, currency) }
  })
}

function compare(
  { rows, isConverted, others, foreign }: TodaySales,
  { today, weekday, hour: until, before }: ReturnType<typeof sameWeekdays>,
  currency: string,
): Reply<'GET /dashboard/today-sales'>['data'] {
  const amount = (minor: number) => amountIn(currency)(Math.round(minor))
  const partly = partlyConverted({ foreign })
  const isKnown = before.length >= fewestDays && partly.length === 0
  const mean = (of: (day: string) => number) => sum(before.map(of)) / before.length
  const find = (is: (row: SalesOfHours) => boolean) => rows.find(is)
  const allOf = (day: string) => find((row) => row.day === day && row.hour === null && row.isOver === null)
  const overOf = (day: string) => find((row) => row.day === day && row.isOver === true)?.net ?? 0
  const hourOf = (day: string, hour: number) => find((row) => row.day === day && row.hour === hour)
  const soFar = overOf(today)
  const usual = isKnown ? mean(overOf) : null
  return {
    currency,
    is_converted: isConverted,
    date: today,
    weekday,
    until,
    orders: allOf(today)?.orders ?? 0,
    total: amount(allOf(today)?.net ?? 0),
    so_far: amount(soFar),
    usual: usual === null ? null : amount(usual),
    percent_change: usual === null || usual <= 0 ? null : Math.round(((soFar - usual) / usual) * 1000) / 10,
    before: before.map((date) => ({ date, revenue: amount(overOf(date)) })),
    hours: hoursOfDay.map((hour) => ({
      hour,
      revenue: amount(hourOf(today, hour)?.net ?? 0),
      orders: hourOf(today, hour)?.orders ?? 0,
      usual: isKnown ? amount(mean((day) => hourOf(day, hour)?.net ?? 0)) : null,
    })),
    others: amountsOf(others),
    partly_converted: partly,
  }
}

function sum(figures: number[]): number {
  return figures.reduce((all, one) => all + one, 0)
}
