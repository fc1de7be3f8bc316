/** Shops that sell unusually today. */
import { findAnomaly } from '../../model/sales-anomaly.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { listOrdersByHour, listSellingShops } from './anomalies-store.ts'
import { sameWeekdays } from './same-weekdays.ts'

const hoursOfDay = 24

export function anomaliesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /dashboard/anomalies', async ({ session }) => {
    const { ownerId, timezone } = session
    const { today, weekday, hour, before: days } = sameWeekdays(timezone, new Date())
    const { shops, rows } = await db.read(ownerId, async (tx) => ({
      shops: await listSellingShops(tx, ownerId, session.shopIds),
      rows: await listOrdersByHour(tx, ownerId, [today, ...days]),
    }))
    const orders = new Map(rows.map((row) => [`${row.shopId}/${row.day}/${row.hour}`, row.orders]))
    const data = shops.flatMap(({ id, name, platformId, since }) => {
      const hours = (day: string) =>
        Array.from({ length: hoursOfDay }, (_, at) => orders.get(`${id}/${day}/${at}`) ?? 0)
      const known = days.filter((day) => day >= since)
      const found = findAnomaly(hours(today), known.map(hours), hour)
      if (found === null) return []
      return [
        {
          ...found,
          shop: { id, system_name: name, platform_id: platformId },
          weekday,
          until: hour,
          before: known.map((date, at) => ({ date, orders: found.before[at] ?? 0 })),
        },
      ]
    })
    return { data, meta: { date: today } }
  })
}
