/** Days for which stock lasts, stock that nobody buys, and products that are bought together. */
import type { Query, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { percentOf } from '../../model/chart-figures.ts'
import { can } from '../../model/permissions.ts'
import { forecastDays } from '../../model/restock.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { shopsOfQuery } from '../http/shops-to-list.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { figureQueryOf } from './figure-query.ts'
import { listProductPairs, type PairedProduct } from './product-pairs-store.ts'
import { amountIn } from './present-figure.ts'
import { restockOfSkus } from './restock-of-skus.ts'
import { listCoveredSkus, listUnsoldSkus, type StockQuery } from './stock-cover-store.ts'

/** Pairs are counted over orders, so the days are bounded. */
const mostPairDays = 31

type Asked = Pick<Query<'GET /analytics/products/stock-cover'>, 'shop_id' | 'platform_id'>

export function stockFiguresRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /analytics/products/stock-cover', async ({ query, session, request }) => {
    const { page, limit } = query
    const asked = await stockQueryOf(query, session, forecastDays)
    const { rows, total } = await listCoveredSkus(db, asked, { limit, offset: (page - 1) * limit })
    const skuIds = rows.map(({ skuId }) => skuId)
    const forecasts = await db.read(session.ownerId, (tx) => restockOfSkus(tx, session, skuIds))
    const bySku = new Map(forecasts.map((one) => [one.skuId, one]))
    return {
      // The statement sorts by all thirty days; the forecast leaves out those without stock.
      data: rows
        .flatMap((row) => {
          const forecast = bySku.get(row.skuId)
          // It was sold or counted between the two readings: the next look has it.
          if (!forecast || forecast.perDay === null || forecast.daysLeft === null) return []
          return [
            {
              sku: { id: row.skuId, code: row.code, name: row.name, image: row.image },
              available: forecast.available ?? 0,
              quantity: row.quantity,
              orders: row.orders,
              per_day: forecast.perDay,
              days_left: forecast.daysLeft,
              out_on: forecast.outOn ?? asked.to,
            },
          ]
        })
        .toSorted((a, b) => a.days_left - b.days_left),
      meta: {
        pagination: paginationOf(request, { total, count: rows.length, page, limit }),
        from: asked.from,
        to: asked.to,
      },
    }
  })

  serve('GET /analytics/products/dead-stock', async ({ query, session, request }) => {
    const { page, limit, days } = query
    const asked = await stockQueryOf(query, session, days)
    const found = await listUnsoldSkus(db, asked, { limit, offset: (page - 1) * limit })
    const amount = amountIn(asked.currency)
    return {
      data: found.rows.map((row) => ({
        sku: { id: row.skuId, code: row.code, name: row.name, image: row.image },
        on_hand: row.onHand,
        available: row.available,
        stocked_since: dayIn(session.timezone, new Date(row.stockedSince)),
        last_sold: row.lastSold,
        sold_by_deleted: row.soldByDeleted,
        value: row.value === null ? null : amount(row.value),
      })),
      meta: {
        pagination: paginationOf(request, { total: found.total, count: found.rows.length, page, limit }),
        from: asked.from,
        to: asked.to,
        currency: asked.currency,
        on_hand: found.onHand,
        value: amount(found.value),
        without_cost: found.withoutCost,
        is_converted: found.money.isConverted,
      },
    }
  })

  serve('GET /analytics/products/bought-together', async ({ query, session, request }) => {
    const { page, limit, ...rest } = query
    const whole = await figureQueryOf(db, rest, session)
    const earliest = addDays(whole.to, 1 - mostPairDays)
    const asked = { ...whole, from: whole.from < earliest ? earliest : whole.from }
    const found = await listProductPairs(db, asked, { limit, offset: (page - 1) * limit })
    return {
      data: found.rows.map(({ first, second, orders }) => ({
        first: presentPaired(first, orders),
        second: presentPaired(second, orders),
        orders,
      })),
      meta: {
        pagination: paginationOf(request, { total: found.total, count: found.rows.length, page, limit }),
        from: asked.from,
        to: asked.to,
      },
    }
  })

  /** @throws AppError forbidden to who may not see stock */
  async function stockQueryOf(query: Asked, session: Session, days: number): Promise<StockQuery> {
    if (!can(session, 'sku.view')) throw new AppError('forbidden')
    const { ownerId, timezone, currency } = session
    const to = dayIn(timezone, new Date())
    const shops = await shopsOfQuery(db, query, session)
    return { ownerId, timezone, currency, shops, from: addDays(to, 1 - days), to }
  }
}

function presentPaired(
  product: PairedProduct,
  together: number,
): Reply<'GET /analytics/products/bought-together'>['data'][number]['first'] {
  const hasSku = product.skuId !== null
  return {
    name: product.name,
    code: product.code,
    image: product.image,
    sku_id: product.skuId,
    shop_sku: hasSku ? null : product.shopSku,
    shop_id: hasSku ? null : product.shopId,
    orders: product.orders,
    percent: percentOf(together, product.orders),
  }
}
