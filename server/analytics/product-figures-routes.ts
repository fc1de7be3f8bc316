/** Products: the ranking of those that were sold, and how many there were. */
import type { Query, Reply } from '../../contract/endpoints.ts'
import { percentChange, percentOf } from '../../model/chart-figures.ts'
import type { Language } from '../../model/language.ts'
import { can } from '../../model/permissions.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import { requestExport } from '../exports/request-export-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { paginationOf } from '../http/pagination.ts'
import { dayIn } from '../i18n/calendar.ts'
import { countShortSkus } from '../skus/sku-needs-store.ts'
import { figureQueryOf, type FigureQuery } from './figure-query.ts'
import { amountIn, figureOf, moneyOf, partlyConverted, rangeOf } from './present-figure.ts'
import { listRankedProducts, type RankedProduct } from './product-ranking-store.ts'
import { listSalesBySteps, type SalesFigures } from './sales-figures-store.ts'
import { countSoldBreadth } from './sold-breadth-store.ts'

export function productFiguresRoutes(serve: Serve, { db }: ServerContext): void {
  for (const name of [
    'GET /analytics/product-ranking',
    'GET /analytics/sales/product-ranking',
    'GET /analytics/products/product-ranking',
  ] as const)
    serve(name, async ({ query, session, request }) => {
      const { currency } = session
      const asked = await figureQueryOf(db, query, session)
      // Products would be called new beside days that are known in part.
      const previous = asked.isComparable ? asked.previous : null
      const { limit, page, sort } = query
      const found = await listRankedProducts(
        db,
        { ...asked, previous, currency, sort, isListed: query.is_listed },
        { limit, offset: (page - 1) * limit },
      )
      return {
        data: found.rows.map((row) => presentProduct(row, currency, found, sort)),
        meta: {
          pagination: paginationOf(request, { total: found.total, count: found.rows.length, page, limit }),
          ...rangeOf(asked),
          ...moneyOf(currency, found.money),
          partly_converted: partlyOfPage(found.rows),
        },
      }
    })

  serve('GET /analytics/sales/product-ranking/export', rankingFile(db, 'sales.product-ranking'))
  serve('GET /analytics/products/product-ranking/export', rankingFile(db, 'products.product-ranking'))

  serve('GET /analytics/products/products-sold-metrics', async ({ query, session }) => ({
    data: await breadthOf(query, session),
  }))

  async function breadthOf(
    query: Query<'GET /analytics/products/products-sold-metrics'>,
    session: Session,
  ): Promise<Reply<'GET /analytics/products/products-sold-metrics'>['data']> {
    const asked = await figureQueryOf(db, query, session)
    const { ownerId, previous, isComparable } = asked
    const [sales, now, before, short] = await Promise.all([
      listSalesBySteps(db, asked, session.currency),
      countSoldBreadth(db, ownerId, { ...asked, previous: null }),
      previous ? countSoldBreadth(db, ownerId, { ...asked, ...previous, previous: null }) : undefined,
      shortSkus(asked, session),
    ])
    const { total } = sales
    const earlier = previous ? sales.previous : undefined
    return {
      ...rangeOf(asked),
      products_sold: figureOf(now.products, before?.products, isComparable),
      products_unlisted: now.unlisted,
      skus_sold: figureOf(now.skus, before?.skus, isComparable),
      quantity: figureOf(total.pieces, earlier?.pieces, isComparable),
      orders: figureOf(total.orders, earlier?.orders, isComparable),
      average_items_per_order: figureOf(
        itemsPerOrder(total),
        earlier && itemsPerOrder(earlier),
        isComparable,
      ),
      products_without_sale: now.unsold,
      low_stock: short.low,
      out_of_stock: short.out,
    }
  }

  function shortSkus(
    { ownerId, shops }: FigureQuery,
    session: Session,
  ): Promise<{ low: number | null; out: number | null }> {
    if (!can(session, 'sku.view')) return Promise.resolve({ low: null, out: null })
    // An empty list stands for no shop here, and for every shop there.
    if (shops?.length === 0) return Promise.resolve({ low: 0, out: 0 })
    return db.read(ownerId, (tx) => countShortSkus(tx, ownerId, shops ?? []))
  }
}

type FileCall = {
  query: Query<'GET /analytics/sales/product-ranking/export'>
  session: Session
  language: Language
}

/** Asks for the ranking as a file. `type`: of the file, by the page that it is of. */
function rankingFile(db: Database, type: 'sales.product-ranking' | 'products.product-ranking') {
  return async ({ query, session, language }: FileCall) => {
    const { from, to, shops, segment } = await figureQueryOf(db, query, session)
    const { currency, timezone } = session
    const today = dayIn(timezone, new Date())
    const filters = { from, to, shops, segment, currency, sort: query.sort, today }
    const needs = can(session, 'sku.view') ? (['sku.view'] as const) : []
    return requestExport(db, { session, language, type, format: query.format, filters, needs: [...needs] })
  }
}

/** One decimal. */
function itemsPerOrder({ pieces, orders }: SalesFigures): number | null {
  return orders > 0 ? Math.round((pieces / orders) * 10) / 10 : null
}

/** Each product by itself: others may have a rate on other days. */
function partlyOfPage(rows: RankedProduct[]) {
  const partly = rows.flatMap(({ earlier }) => (earlier ? partlyConverted(earlier) : []))
  return [...new Map(partly.map((one) => [one.currency, one])).values()]
}

function presentProduct(
  row: RankedProduct,
  currency: string,
  total: { quantity: number; revenue: number },
  sort: Query<'GET /analytics/product-ranking'>['sort'],
): Reply<'GET /analytics/product-ranking'>['data'][number] {
  const by = sort.endsWith('quantity') ? 'quantity' : 'revenue'
  return {
    rank: row.rank,
    product: { id: row.productId, name: row.name, is_listed: row.productId !== null },
    sku: { id: row.skuId, code: row.code },
    shop_sku: row.skuId === null ? row.shopSku : null,
    image: row.image,
    shop: row.shop,
    quantity: row.quantity,
    orders: row.orders,
    revenue: amountIn(currency)(row.revenue),
    percent: percentOf(row[by], total[by]),
    earlier: row.earlier && {
      quantity: row.earlier.quantity,
      revenue: amountIn(currency)(row.earlier.revenue),
      percent_change:
        by === 'revenue' && partlyConverted(row.earlier).length > 0
          ? null
          : percentChange(row[by], row.earlier[by]),
    },
  }
}
