/** Products of all shops: the list with its figures, and one of them with its variants. */
import { mostSiblings } from '../../contract/listing-changes.ts'
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { can } from '../../model/permissions.ts'
import { productStatusOf } from '../../model/product.ts'
import { findCategoryName } from '../catalog/category-store.ts'
import type { Database } from '../db/database.ts'
import type { WebContext } from '../domain.ts'
import { requestExport } from '../exports/request-export-store.ts'
import { comparisonOf, findRated } from '../settings/compared-amounts-store.ts'
import { findVersion } from '../http/edit-versions-store.ts'
import { nextAfter, pageOf, paginationOf, pagingOf } from '../http/pagination.ts'
import { shopsOfQuery } from '../http/shops-to-list.ts'
import type { Call, Serve } from '../http/serve-endpoint.ts'
import { productStatusesIn } from '../i18n/coded-labels.ts'
import { unchangeableFields } from './changes/changeable-fields.ts'
import { presentProductDetail } from './detail/present-product-detail.ts'
import { listBrands, listLocations } from './detail/product-places-store.ts'
import { findProduct, listOtherShops, listSiblings, listVariants } from './detail/product-detail-store.ts'
import { presentProduct } from './list/present-product.ts'
import { productFilterOf, type ProductPaging } from './list/product-filter.ts'
import { listScores } from './scores-store.ts'
import { listProducts } from './list/product-list-store.ts'

const mostBrands = 5_000

type ListCall = Call<'GET /products/filter'> | Call<'GET /products/search'>

export function listingsRoutes(serve: Serve, { db, channels }: WebContext): void {
  serve('GET /products/filter', (call) => list(db, call))

  serve('GET /products/search', async (call) => {
    const { data, meta } = await list(db, call)
    return { data: { keyword: call.query.keyword ?? '', matches: { products: { data } } }, meta }
  })

  serve('GET /products/export', async ({ query, session, language }) => {
    const { ownerId: _, ...filters } = await productFilterOf(db, query, session)
    return requestExport(db, {
      session,
      language,
      format: query.format,
      type: 'products',
      filters,
      needs: ['products.view'],
    })
  })

  serve('GET /products/statuses', ({ language }) => Promise.resolve({ data: productStatusesIn(language) }))

  serve('GET /products/locations/{id}', ({ params, session }) =>
    db.read(session.ownerId, async (tx) => {
      const rows = await listLocations(tx, session.ownerId, params.id, session.shopIds)
      if (!rows) throw new AppError('not_found')
      return {
        data: rows.map(({ locationId, warehouseId, onHand, ...row }) => ({
          ...row,
          location_id: locationId ?? String(warehouseId),
          warehouse_id: warehouseId,
          on_hand: onHand,
          available: onHand - row.reserved,
        })),
      }
    }),
  )

  serve('GET /brands', async ({ query, session, request }) => {
    const shops = await shopsOfQuery(db, query, session)
    const brands = await db.read(session.ownerId, (tx) =>
      listBrands(tx, session.ownerId, { shops, keyword: query.keyword ?? '', limit: mostBrands }),
    )
    const named = brands.map((brand) => ({ ...brand, platform_brand_id: null }))
    return pageOf(request, named, query)
  })

  serve('GET /products/{id}', ({ params, session, language }) => {
    const { ownerId, shopIds } = session
    return db.read(ownerId, async (tx) => {
      const product = await findProduct(tx, ownerId, params.id, shopIds)
      if (!product) throw new AppError('not_found')
      const variants = await listVariants(tx, ownerId, params.id, shopIds)
      const alsoIn = await listOtherShops(tx, ownerId, params.id, shopIds)
      const version = await findVersion(tx, ownerId, 'product', params.id)
      const siblings = await listSiblings(tx, ownerId, params.id, shopIds, mostSiblings)
      const closedOf = (platformId: number) =>
        unchangeableFields(platformId, channels.connectorOf(platformId))
      const [score = { score: 0, reasons: [] }] = await listScores(tx, ownerId, [params.id])
      const more = { alsoIn, siblings, version, closedOf, score, seesCosts: can(session, 'sku.view') }
      return { data: presentProductDetail(product, variants, more, language) }
    })
  })
}

async function list(
  db: Database,
  { query, session, language, request }: ListCall,
): Promise<Reply<'GET /products/filter'>> {
  const filter = await productFilterOf(db, query, session)
  const asked: ProductPaging = pagingOf(query, 'updated_at')
  const paging = asked.sort === 'price' ? { ...asked, rated: await findRated(db, session) } : asked
  const { rows, counts } = await listProducts(db, filter, paging, session.shopIds)
  const { channelCategoryId } = filter
  const category =
    channelCategoryId === undefined
      ? undefined
      : await db.read(session.ownerId, (tx) =>
          findCategoryName(tx, session.ownerId, filter.shops, channelCategoryId, language),
        )
  const wanted = filter.statuses
  const total = Object.entries(counts.statuses)
    .filter(([status]) => wanted.length === 0 || wanted.includes(Number(status)))
    .reduce((sum, [, products = 0]) => sum + products, 0)
  return {
    data: rows.map((row) => presentProduct(row, language)),
    meta: {
      pagination: paginationOf(request, { total, count: rows.length, page: query.page, limit: query.limit }),
      status_counts: Object.fromEntries(
        Object.entries(counts.statuses).flatMap(([status, products = 0]) =>
          products > 0 ? [[productStatusOf(Number(status)), products]] : [],
        ),
      ),
      needs: counts.needs,
      category_name: category ?? null,
      sold_days: filter.sold ? { from: filter.sold.from, to: filter.sold.to } : null,
      next_after: nextAfter(rows, paging, 'updated_at', ({ updatedAt }) => updatedAt),
      compared_in: comparisonOf(paging.rated, rows),
    },
  }
}
