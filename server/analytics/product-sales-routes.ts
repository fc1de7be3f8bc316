/** Sales of one product and of one SKU, and when SKUs run out. */
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { addDays, dayIn, startOfDay } from '../i18n/calendar.ts'
import { findProduct } from '../listings/detail/product-detail-store.ts'
import { findSku } from '../skus/detail/sku-detail-store.ts'
import { daysOf } from './chart-days.ts'
import { amountIn, moneyOf } from './present-figure.ts'
import { findOneCurrency, listSalesByDay, listSalesByShop, type Sold } from './product-sales-store.ts'
import { restockOfSkus } from './restock-of-skus.ts'

type Asked = { from?: string; to?: string }

export function productSalesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /products/{id}/sale-overall', async ({ params, query, session }) =>
    overallOf(db, session, await productOf(db, session, params.id), query),
  )
  serve('GET /products/{id}/statistic', async ({ params, query, session }) =>
    statisticOf(db, session, await productOf(db, session, params.id), query),
  )
  serve('GET /sku-centers/{id}/sale-overall', async ({ params, query, session }) =>
    overallOf(db, session, await skuOf(db, session, params.id), query),
  )
  serve('GET /sku-centers/{id}/statistic', async ({ params, query, session }) =>
    statisticOf(db, session, await skuOf(db, session, params.id), query),
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
async function productOf(db: Database, { ownerId, shopIds: visible }: Session, id: number): Promise<Sold> {
  const isThere = await db.read(ownerId, (tx) => findProduct(tx, ownerId, id, visible))
  if (!isThere) throw new AppError('not_found')
  return { ownerId, visible, productId: id, skuId: null }
}

/** @throws AppError not_found */
async function skuOf(db: Database, { ownerId, shopIds: visible }: Session, id: number): Promise<Sold> {
  const isThere = await db.read(ownerId, (tx) => findSku(tx, ownerId, id, visible))
  if (!isThere) throw new AppError('not_found')
  return { ownerId, visible, productId: null, skuId: id }
}

async function overallOf(
  db: Database,
  session: Session,
  sold: Sold,
  asked: Asked,
): Promise<Reply<'GET /products/{id}/sale-overall'>> {
  const { timezone } = session
  const { from, to = dayIn(timezone, new Date()) } = asked
  if (from !== undefined && from > to)
    throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  const currency = (await findOneCurrency(db, sold)) ?? session.currency
  const found = await listSalesByShop(db, {
    ...sold,
    currency,
    from: from ?? '1900-01-01',
    to,
    since: from === undefined ? null : startOfDay(timezone, from),
    until: startOfDay(timezone, addDays(to, 1)),
  })
  const amount = amountIn(currency)
  const { pieces, returned } = found
  return {
    data: {
      total_quantity: pieces,
      total_order: found.orders,
      revenue: amount(found.revenue),
      ...moneyOf(currency, found.money),
      return_rate: pieces > 0 ? Math.round((returned / pieces) * 1000) / 10 : null,
      last_sold_at: found.lastOrderAt,
      by_shop: found.shops.map((one) => ({
        shop: { id: one.shopId, system_name: one.systemName, platform_id: one.platformId },
        quantity: one.pieces,
        revenue: amount(one.revenue),
      })),
    },
  }
}

async function statisticOf(
  db: Database,
  session: Session,
  sold: Sold,
  asked: Asked,
): Promise<Reply<'GET /products/{id}/statistic'>> {
  const days = daysOf(session.timezone, asked)
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const currency = (await findOneCurrency(db, sold)) ?? session.currency
  const found = await listSalesByDay(db, { ...sold, from, to, currency })
  const byDay = new Map(found.days.map((one) => [one.day, one]))
  return {
    data: days.map((date) => {
      const { pieces = 0, orders = 0, revenue = 0 } = byDay.get(date) ?? {}
      return { date, quantity: pieces, revenue: amountIn(currency)(revenue), orders }
    }),
    meta: { from, to, ...moneyOf(currency, found.money) },
  }
}
