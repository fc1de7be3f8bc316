/** Sales by place, by weekday and hour, and by shop. */
import { percentOf } from '../../model/chart-figures.ts'
import { placeOfRegion } from '../../model/place.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { figureQueryOf } from './figure-query.ts'
import { amountIn, moneyOf, rangeOf } from './present-figure.ts'
import { listSalesByHour, listSalesByPlace, listSalesByShop } from './sales-tables-store.ts'
import { tableFile } from './table-file.ts'

export function salesTablesRoutes(serve: Serve, { db }: ServerContext): void {
  for (const name of [
    'GET /analytics/location-statistic',
    'GET /analytics/orders/location-statistic',
  ] as const)
    serve(name, async ({ query, session }) => {
      const { currency } = session
      const asked = await figureQueryOf(db, query, session)
      const { rows, money } = await listSalesByPlace(db, { ...asked, currency })
      const all = sumOf(rows, ({ orders }) => orders)
      return {
        data: rows.map(({ region, orders, revenue }) => ({
          code: region,
          ...placeOfRegion(region),
          orders,
          revenue: amountIn(currency)(revenue),
          percent: percentOf(orders, all),
        })),
        meta: { ...rangeOf(asked), ...moneyOf(currency, money) },
      }
    })

  serve('GET /analytics/sales/shop-detail-statistic/export', tableFile(db, 'sales.shop-detail'))
  serve('GET /analytics/orders/location-statistic/export', tableFile(db, 'orders.location'))

  serve('GET /analytics/sales/hours', async ({ query, session }) => {
    const { currency } = session
    const asked = await figureQueryOf(db, query, session)
    const { rows, money } = await listSalesByHour(db, { ...asked, currency })
    return {
      data: rows.map((row) => ({ ...row, revenue: amountIn(currency)(row.revenue) })),
      meta: { ...rangeOf(asked), ...moneyOf(currency, money) },
    }
  })

  serve('GET /analytics/sales/shop-detail-statistic', async ({ query, session }) => {
    const { currency } = session
    const amount = amountIn(currency)
    const asked = await figureQueryOf(db, query, session)
    const { rows, money } = await listSalesByShop(db, { ...asked, currency })
    const all = sumOf(rows, ({ revenue }) => revenue)
    return {
      data: rows.map((row) => ({
        shop: row.shop,
        orders: row.orders,
        revenue: amount(row.revenue),
        net_revenue: amount(row.netRevenue),
        average_order_value: row.averageOrderValue === null ? null : amount(row.averageOrderValue),
        canceled_orders: row.canceled,
        canceled_rate: percentOf(row.canceled, row.placed),
        returned_orders: row.returned,
        return_rate: percentOf(row.returned, row.orders),
        percent: percentOf(row.revenue, all),
      })),
      meta: { ...rangeOf(asked), ...moneyOf(currency, money) },
    }
  })
}

function sumOf<T>(rows: T[], of: (row: T) => number): number {
  return rows.reduce((all, row) => all + of(row), 0)
}
