/** Products of all shops: the list with its figures, and one of them with its variants. */
import { mostSiblings } from '../../contract/listing-changes.ts'
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { productStatusOf } from '../../model/product.ts'
import type { Database } from '../db/database.ts'
import type { WebContext } from '../domain.ts'
import { findVersion } from '../http/edit-versions-store.ts'
import { nextAfter, paginationOf, pagingOf } from '../http/pagination.ts'
import type { Call, Serve } from '../http/serve-endpoint.ts'
import { productStatusesIn } from '../i18n/coded-labels.ts'
import { unchangeableFields } from './changes/changeable-fields.ts'
import { presentProductDetail } from './detail/present-product-detail.ts'
import { findProduct, listOtherShops, listSiblings, listVariants } from './detail/product-detail-store.ts'
import { presentProduct } from './list/present-product.ts'
import { productFilterOf, type ProductPaging } from './list/product-filter.ts'
import { listProducts } from './list/product-list-store.ts'

type ListCall = Call<'GET /products/filter'> | Call<'GET /products/search'>

export function listingsRoutes(serve: Serve, { db, channels }: WebContext): void {
  serve('GET /products/filter', (call) => list(db, call))

  serve('GET /products/search', async (call) => {
    const { data, meta } = await list(db, call)
    return { data: { keyword: call.query.keyword ?? '', matches: { products: { data } } }, meta }
  })

  serve('GET /products/statuses', ({ language }) => Promise.resolve({ data: productStatusesIn(language) }))

  serve('GET /products/{id}', ({ params, session, language }) => {
    const { ownerId, shopIds } = session
    return db.read(ownerId, async (tx) => {
      const product = await findProduct(tx, ownerId, params.id, shopIds)
      if (!product) throw new AppError('not_found')
      const variants = await listVariants(tx, ownerId, params.id)
      const alsoIn = await listOtherShops(tx, ownerId, params.id, shopIds)
      const version = await findVersion(tx, ownerId, 'product', params.id)
      const siblings = await listSiblings(tx, ownerId, params.id, shopIds, mostSiblings)
      const closedOf = (platformId: number) =>
        unchangeableFields(platformId, channels.connectorOf(platformId))
      const more = { alsoIn, siblings, version, closedOf }
      return { data: presentProductDetail(product, variants, more, language) }
    })
  })
}

async function list(
  db: Database,
  { query, session, language, request }: ListCall,
): Promise<Reply<'GET /products/filter'>> {
  const filter = await productFilterOf(db, query, session)
  const paging: ProductPaging = pagingOf(query, 'updated_at')
  const { rows, counts } = await listProducts(db, filter, paging, session.shopIds)
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
      next_after: nextAfter(rows, paging, 'updated_at', ({ updatedAt }) => updatedAt),
    },
  }
}
