/** Couriers: how many of the orders that left on some days they delivered, and how fast. */
import { percentOf } from '../../model/chart-figures.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { courierName } from '../i18n/courier-names.ts'
import { noCourier } from './courier-days-store.ts'
import { listCouriers } from './courier-figures-store.ts'
import { figureQueryOf } from './figure-query.ts'
import { amountIn, moneyOf, rangeOf } from './present-figure.ts'
import { tableFile } from './table-file.ts'

export function courierFiguresRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /analytics/orders/shipping-statistic', async ({ query, session, language }) => {
    const { currency } = session
    const asked = await figureQueryOf(db, query, session)
    const { rows, money } = await listCouriers(db, { ...asked, currency })
    const data = rows.map(({ courier, orders, delivered, failed, returned, averageHours, hours, fee }) => ({
      shipment: courier === noCourier ? null : { id: courier, name: courierName(courier, language) },
      orders,
      delivered,
      failed,
      returned,
      success_rate: percentOf(delivered, delivered + failed + returned),
      average_hours: averageHours,
      hours,
      shipping_fee: amountIn(currency)(fee),
    }))
    return { data, meta: { ...rangeOf(asked), ...moneyOf(currency, money) } }
  })

  serve('GET /analytics/orders/shipping-statistic/export', tableFile(db, 'orders.shipping'))
}
