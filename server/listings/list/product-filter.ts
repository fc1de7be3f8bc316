/** The filter of a product list, from what the API was asked for and what the caller may see. */
import type { Query } from '../../../contract/endpoints.ts'
import { productStatusIds } from '../../../model/product.ts'
import { stockLevels } from '../../../model/stock-level.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import type { Paging } from '../../db/list-statement.ts'
import { keywordQuery } from '../../db/search-terms.ts'
import { shopsOfQuery } from '../../http/shops-to-list.ts'

export type ProductFilter = {
  ownerId: string
  /** Undefined: all shops. An empty list: none. */
  shops: number[] | undefined
  /** Numbers of model/product.ts; empty: all. */
  statuses: number[]
  /** Numbers of model/stock-level.ts; empty: all. */
  stockLevels: number[]
  isLinked: boolean | undefined
  hasRefusal: boolean | undefined
  channelCategoryId: string | undefined
  /** Text search query over the terms. */
  terms: string | undefined
}

export type ProductSort = 'updated_at' | 'price' | 'score'
export type ProductPaging = Paging<ProductSort>

export async function productFilterOf(
  db: Database,
  query: Omit<Query<'GET /products/export'>, 'format'>,
  session: Session,
): Promise<ProductFilter> {
  const terms = query.keyword ? keywordQuery(session.ownerNumber, query.keyword) : undefined
  return {
    ownerId: session.ownerId,
    // A keyword without a letter or digit matches nothing.
    shops: terms === null ? [] : await shopsOfQuery(db, query, session),
    statuses: (query.status ?? []).map((status) => productStatusIds[status]),
    stockLevels: (query.stock ?? []).map((level) => stockLevels[level]),
    isLinked: query.linked === undefined ? undefined : query.linked === 1,
    hasRefusal: query.refused === undefined ? undefined : query.refused === 1,
    channelCategoryId: query.category_id || undefined,
    terms: terms ?? undefined,
  }
}
