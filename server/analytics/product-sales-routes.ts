/** Sales of one product and of one SKU, and when SKUs run out. */
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { addDays, dayIn, startOfDay } from '../i18n/calendar.ts'
import { findProduct } from '../listings/detail/product-detail-store.ts'
import { findSku } from '../skus/detail/sku-detail-store.ts'
import { daysOf } from './chart-days.ts'
import { mainCurrency } from './main-currency.ts'
import { countReturned, listSalesByDay, listSalesByShop, type Sold } from './product-sales-store.ts'
import { restockOfSkus } from './restock-of-skus.ts'

type Asked = { from?: string; to?: string }

export function productSalesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /products/{id}/sale-overall', ({ params, query, session }) =>
    db.read(session.ownerId, async (tx) =>
      overallOf(tx, session, await productOf(tx, session, params.id), query),
    ),
  )
  serve('GET /products/{id}/statistic', ({ params, query, session }) =>
    db.read(session.ownerId, async (tx) =>
      statisticOf(tx, session, await productOf(tx, session, params.id), query),
    ),
  )
  serve('GET /sku-centers/{id}/sale-overall', ({ params, query, session }) =>
    db.read(session.ownerId, async (tx) =>
      overallOf(tx, session, await skuOf(tx, session, params.id), query),
    ),
  )
  serve('GET /sku-centers/{id}/statistic', ({ params, query, session }) =>
    db.read(session.ownerId, async (tx) =>
      statisticOf(tx, session, await skuOf(tx, session, params.id), query),
    ),
  )

  serve('GET /sku-centers/forecasts', async ({ query, session }) => {
    const rows = await db.read(session.ownerId, (tx) => restockOfSkus(tx, session, query.ids))
    return {
      data: rows.map(({ skuId, available, pieces, byDay, days, perDay, daysLeft, outOn, missing }) => ({
        sku_id: skuId,
        available,
        pieces,
        by_day: byDay,
        days,
        per_day: perDay,
        days_left: daysLeft,
        out_on: outOn,
        missing,
      })),
    }
  })
}

/** @throws AppError not_found */
async function productOf(tx: Tx, { ownerId, shopIds: visible }: Session, id: number): Promise<Sold> {
  if (!(await findProduct(tx, ownerId, id, visible))) throw new AppError('not_found')
  return { ownerId, visible, productId: id, skuId: null }
}

/** @throws AppError not_found */
async function skuOf(tx: Tx, { ownerId, shopIds: visible }: Session, id: number): Promise<Sold> {
  if (!(await findSku(tx, ownerId, id, visible))) throw new AppError('not_found')
  return { ownerId, visible, productId: null, skuId: id }
}

async function overallOf(
  tx: Tx,
  session: Session,
  sold: Sold,
  asked: Asked,
): Promise<Reply<'GET /products/{id}/sale-overall'>> {
  const { timezone } = session
  const { from, to = dayIn(timezone, new Date()) } = asked
  if (from !== undefined && from > to)
    throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  const rows = await listSalesByShop(tx, sold, { from: from ?? '1900-01-01', to })
  const returned = await countReturned(tx, sold, {
    since: from === undefined ? null : startOfDay(timezone, from),
    until: startOfDay(timezone, addDays(to, 1)),
  })
  const currency = mainCurrency(session.currency, rows)
  const revenueOf = (sales: typeof rows) =>
    fromMinor(
      sales.reduce((all, one) => all + (one.currency === currency ? one.revenue : 0), 0),
      currency as Currency,
    )
  const sum = (sales: typeof rows, of: 'pieces' | 'orders') => sales.reduce((all, one) => all + one[of], 0)
  const quantity = sum(rows, 'pieces')
  const [last] = rows
    .flatMap(({ lastOrderAt }) => lastOrderAt?.toISOString() ?? [])
    .toSorted()
    .toReversed()
  return {
    data: {
      total_quantity: quantity,
      total_order: sum(rows, 'orders'),
      revenue: revenueOf(rows),
      currency,
      return_rate: quantity > 0 ? Math.round((returned / quantity) * 1000) / 10 : null,
      last_sold_at: last ?? null,
      by_shop: [...Map.groupBy(rows, ({ shopId }) => shopId).values()].flatMap((ofShop) => {
        const [shop] = ofShop
        return shop
          ? {
              shop: { id: shop.shopId, system_name: shop.systemName, platform_id: shop.platformId },
              quantity: sum(ofShop, 'pieces'),
              revenue: revenueOf(ofShop),
            }
          : []
      }),
    },
  }
}

async function statisticOf(
  tx: Tx,
  session: Session,
  sold: Sold,
  asked: Asked,
): Promise<Reply<'GET /products/{id}/statistic'>> {
  const days = daysOf(session.timezone, asked)
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const rows = await listSalesByDay(tx, sold, { from, to })
  const currency = mainCurrency(session.currency, rows)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return {
    data: days.map((date) => {
      const ofDay = byDay.get(date) ?? []
      const sum = (of: 'pieces' | 'orders') => ofDay.reduce((all, one) => all + one[of], 0)
      const revenue = ofDay.find((one) => one.currency === currency)?.revenue ?? 0
      return {
        date,
        quantity: sum('pieces'),
        revenue: fromMinor(revenue, currency as Currency),
        orders: sum('orders'),
      }
    }),
    meta: { from, to, currency },
  }
}
