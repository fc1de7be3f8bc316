/** Revenue of today, compared with the hours that are over on the same weekday of the weeks before. */
import type { Reply } from '../../contract/endpoints.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import { fewestDays } from '../../model/sales-anomaly.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { mainCurrency } from './main-currency.ts'
import { sameWeekdays } from './same-weekdays.ts'
import { listSalesByHour, readFirstSaleDay, type SalesOfHour } from './today-sales-store.ts'

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

export function todaySalesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /dashboard/today-sales', async ({ session }) => {
    const { ownerId, shopIds: shops, timezone, currency: own } = session
    const days = sameWeekdays(timezone, new Date())
    const { sales, since } = await db.read(ownerId, async (tx) => ({
      sales: await listSalesByHour(tx, ownerId, { days: [days.today, ...days.before], shops }),
      since: await readFirstSaleDay(tx, ownerId, shops),
    }))
    const before = days.before.filter((day) => since !== null && day >= since)
    return { data: compare(sales, { ...days, before }, mainCurrency(own, sales)) }
  })
}

function compare(
  sales: SalesOfHour[],
  { today, weekday, hour: until, before }: ReturnType<typeof sameWeekdays>,
  currency: string,
): Reply<'GET /dashboard/today-sales'>['data'] {
  const inMain = sales.filter((sale) => sale.currency === currency)
  const on = (day: string) => inMain.filter((sale) => sale.day === day)
  const isOver = (sale: SalesOfHour) => sale.hour < until
  const amount = (minor: number) => fromMinor(Math.round(minor), currency as Currency)
  const isKnown = before.length >= fewestDays
  const mean = (of: (day: string) => number) => sum(before.map(of)) / before.length
  const soFar = net(on(today).filter(isOver))
  const usual = isKnown ? mean((day) => net(on(day).filter(isOver))) : null
  const ofHour = (hour: number) => on(today).filter((sale) => sale.hour === hour)
  return {
    currency,
    date: today,
    weekday,
    until,
    orders: sum(sales.filter((sale) => sale.day === today).map(({ orders }) => orders)),
    total: amount(net(on(today))),
    so_far: amount(soFar),
    usual: usual === null ? null : amount(usual),
    percent_change: usual === null || usual <= 0 ? null : Math.round(((soFar - usual) / usual) * 1000) / 10,
    before: before.map((date) => ({ date, revenue: amount(net(on(date).filter(isOver))) })),
    hours: hoursOfDay.map((hour) => ({
      hour,
      revenue: amount(net(ofHour(hour))),
      orders: sum(ofHour(hour).map(({ orders }) => orders)),
      usual: isKnown ? amount(mean((day) => net(on(day).filter((sale) => sale.hour === hour)))) : null,
    })),
    others: othersOf(sales.filter((sale) => sale.day === today && sale.currency !== currency)),
  }
}

function othersOf(sales: SalesOfHour[]) {
  return [...Map.groupBy(sales, (sale) => sale.currency)].map(([currency, of]) => ({
    currency,
    total: fromMinor(net(of), currency as Currency),
  }))
}

function net(sales: SalesOfHour[]): number {
  return sum(sales.map(({ revenue, refunds }) => revenue - refunds))
}

function sum(figures: number[]): number {
  return figures.reduce((all, one) => all + one, 0)
}
