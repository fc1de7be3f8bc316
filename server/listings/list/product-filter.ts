/** The filter of a product list, from what the API was asked for and what the caller may see. */
import type { Query } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { productStatusIds } from '../../../model/product.ts'
import { stockLevels } from '../../../model/stock-level.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import type { Paging } from '../../db/list-statement.ts'
import type { Rated } from '../../settings/compared-amounts-store.ts'
import { keywordQuery } from '../../db/search-terms.ts'
import { addDays, dayIn } from '../../i18n/calendar.ts'
import { shopsOfQuery } from '../../http/shops-to-list.ts'

export type ProductFilter = {
  ownerId: string
  /** Undefined: all shops. An empty list: none. */
  shops: number[] | undefined
  /** Undefined: all products. */
  ids?: number[] | undefined
  /** Numbers of model/product.ts; empty: all. */
  statuses: number[]
  /** Numbers of model/stock-level.ts; empty: all. */
  stockLevels: number[]
  isLinked: boolean | undefined
  hasRefusal: boolean | undefined
  channelCategoryId: string | undefined
  /** Whether a piece was sold on some days, as analytics counts it. Exports from before are without. */
  sold?: { isSold: boolean; from: string; to: string; timezone: string } | undefined
  /** Text search query over the terms. */
  terms: string | undefined
}

export type ProductSort = 'updated_at' | 'price' | 'score'
/** `rated`: by what prices of several currencies are compared; undefined: nothing is sorted by them. */
export type ProductPaging = Paging<ProductSort> & { rated?: Rated }

type Asked = Omit<Query<'GET /products/filter'>, 'sort' | 'page' | 'limit' | 'after'>

export async function productFilterOf(db: Database, query: Asked, session: Session): Promise<ProductFilter> {
  const terms = query.keyword ? keywordQuery(session.ownerNumber, query.keyword) : undefined
  return {
    ownerId: session.ownerId,
    // A keyword without a letter or digit matches nothing.
    shops: terms === null ? [] : await shopsOfQuery(db, query, session),
    statuses: (query.status ?? []).map((status) => productStatusIds[status]),
    stockLevels: (query.stock ?? []).map((level) => stockLevels[level]),
    isLinked: query.linked === undefined ? undefined : query.linked === 1,
    hasRefusal: query.refused === undefined ? undefined : query.refused === 1,
    sold: soldOf(query, session),
    channelCategoryId: query.category_id || undefined,
    terms: terms ?? undefined,
  }
}

const mostDays = 366

/** The last 30 days where the query names none. @throws AppError validation_failed for too many days */
function soldOf(query: Asked, { timezone }: Session): ProductFilter['sold'] {
  if (query.is_sold === undefined) return undefined
  const {
    is_sold: isSold,
    sold_to: to = dayIn(timezone, new Date()),
    sold_from: from = addDays(to, -29),
  } = query
  const problem = from > to ? 'field.dates' : addDays(from, mostDays) <= to ? 'field.days_of_year' : null
  if (problem) throw new AppError('validation_failed', { invalidFields: { sold_from: problem } })
  return { isSold: isSold === 1, from, to, timezone }
}
