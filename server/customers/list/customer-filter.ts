/** The filter of a customer list, from what the API was asked for and what the caller may see. */
import type { Query } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { SegmentRule } from '../../../model/segment.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import type { Paging } from '../../db/list-statement.ts'
import { buyerKeywordQuery } from '../../db/search-terms.ts'
import { shopsOfQuery } from '../../http/shops-to-list.ts'
import { findSegment } from '../segments/segment-store.ts'
import { findSpentWays, type SpentWays } from './spent-store.ts'

export type CustomerFilter = {
  ownerId: string
  timezone: string
  /** Undefined: all shops. An empty list: none. */
  shops: number[] | undefined
  /** Shops whose customers the reader may see, which a person's figures are of. Undefined: all. */
  visible: number[] | undefined
  levels: number[]
  rates: number[]
  from: string | undefined
  to: string | undefined
  /** Days of the first sale of all, and of any sale, in the shops that are asked for. Exports from before are without. */
  firstSold?: { from: string | undefined; to: string | undefined } | undefined
  sold?: { from: string; to: string } | undefined
  /** Minor units. */
  spentFrom: number | undefined
  spentTo: number | undefined
  ordersFrom: number | undefined
  ordersTo: number | undefined
  /** Text search query over customer_search. */
  terms: string | undefined
  /** A segment that is kept by hand. */
  segmentId: number | undefined
  rules: SegmentRule[]
  /** Only who is in any of them. Asked by files alone, which name them; those that were asked for before they did are without. */
  segments?: { id: number; name?: string; rules: SegmentRule[] | null }[] | undefined
} & SpentWays

export type CustomerSort = 'latest_order_date' | 'total_price' | 'total_order' | 'name'
export type CustomerPaging = Paging<CustomerSort>

type Asked = Omit<Query<'GET /customers/export'>, 'format'> & { sort?: string }

/** @param rules of a segment that is not stored, or not yet */
export async function customerFilterOf(
  db: Database,
  query: Asked,
  session: Session,
  rules?: SegmentRule[],
): Promise<CustomerFilter> {
  if (query.from && query.to && query.from > query.to)
    throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  const { ownerId } = session
  const { segment, decimals, comparedIn } = await askedOf(db, query, session, rules)
  const minor = (amount: number | undefined) =>
    amount === undefined ? undefined : Math.round(amount * 10 ** decimals)
  const terms = query.keyword ? buyerKeywordQuery(session.ownerNumber, query.keyword) : undefined
  return {
    ownerId,
    timezone: session.timezone,
    // A keyword without a letter or digit matches nothing.
    shops: terms === null ? [] : await shopsOfQuery(db, query, session),
    visible: session.shopIds.length > 0 ? session.shopIds : undefined,
    levels: query.level_value ?? [],
    rates: query.delivered_rate ?? [],
    from: query.from,
    to: query.to,
    firstSold:
      query.first_sold_from || query.first_sold_to
        ? { from: query.first_sold_from, to: query.first_sold_to }
        : undefined,
    sold: query.sold_from && query.sold_to ? { from: query.sold_from, to: query.sold_to } : undefined,
    spentFrom: minor(query.total_price_min),
    spentTo: minor(query.total_price_max),
    comparedIn,
    ordersFrom: query.total_order_min,
    ordersTo: query.total_order_max,
    terms: terms ?? undefined,
    segmentId: segment?.rules === null ? segment.id : undefined,
    rules: rules ?? segment?.rules ?? [],
    decimals,
  }
}

/** The segment and what is known of the account's currency, read only where the query asks for a segment, rules or amounts. */
async function askedOf(
  db: Database,
  { shortlist_id: segmentId, total_price_min: least, total_price_max: most, sort }: Asked,
  { ownerId, shopIds }: Session,
  rules: SegmentRule[] | undefined,
) {
  const compares = least !== undefined || most !== undefined || sort?.endsWith('total_price')
  if (segmentId === undefined && !compares && rules === undefined)
    return { segment: null, decimals: 0, comparedIn: undefined }
  return db.read(ownerId, async (tx) => {
    const segment = segmentId === undefined ? null : await findSegment(tx, ownerId, segmentId)
    if (segment === undefined)
      throw new AppError('validation_failed', { invalidFields: { shortlist_id: 'field.segment_gone' } })
    const { decimals, comparedIn } = await findSpentWays(tx, ownerId, shopIds)
    const isOfSpent = (rules ?? segment?.rules ?? []).some(({ field }) => field === 'spent')
    return { segment, decimals, comparedIn: compares || isOfSpent ? comparedIn : undefined }
  })
}
