/** The filter of a SKU list, from what the API was asked for and what the caller may see. */
import type { Query } from '../../../contract/endpoints.ts'
import { stockLevels } from '../../../model/stock-level.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import type { Paging } from '../../db/list-statement.ts'
import { keywordQuery } from '../../db/search-terms.ts'
import { shopsOfQuery } from '../../http/shops-to-list.ts'

export type SkuFilter = {
  ownerId: string
  /** Shops of which one lists it. Undefined: all SKUs, those without a listing too. */
  shops: number[] | undefined
  /** Numbers of model/stock-level.ts; empty: all. */
  stockLevels: number[]
  /** Numbers of shops that list it; empty: all. */
  shopCounts: number[]
  /** Text search query over the terms. */
  terms: string | undefined
}

export type SkuSort = 'updated_at' | 'prime_sku'
export type SkuPaging = Paging<SkuSort>

export async function skuFilterOf(
  db: Database,
  query: Omit<Query<'GET /sku-centers/export'>, 'format'>,
  session: Session,
): Promise<SkuFilter> {
  const terms = query.keyword ? keywordQuery(session.ownerNumber, query.keyword) : undefined
  return {
    ownerId: session.ownerId,
    // A keyword without a letter or digit matches nothing.
    shops: terms === null ? [] : await shopsOfQuery(db, query, session),
    stockLevels: (query.stock ?? []).map((level) => stockLevels[level]),
    shopCounts: query.shop_count ?? [],
    terms: terms ?? undefined,
  }
}
