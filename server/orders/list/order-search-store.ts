/**
 * Orders that a keyword finds. What most filters ask stands beside the terms in order_search: hits lie all over the table of orders, and
 * only those of one page are read there.
 *
 * Sorting and counting hits takes longer the more there are. So they are counted up to a bound, and the page of a keyword with more of them
 * is made of the newest hits (newest-hits-store.ts), where that is less work than reading all.
 */
import type { Database } from '../../db/database.ts'
import { limitsOf } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import { estimateHits } from './common-terms-store.ts'
import { conditions, statusIds } from './order-conditions.ts'
import { newestHits, usualReach, workOfHit } from './newest-hits-store.ts'
import { hasFigureFilter, type OrderFilter, type OrderPaging } from './order-filter.ts'
import {
  afterCursor,
  grouped,
  orderBy,
  readList,
  rowsOf,
  type OrderList,
  type StatusCounts,
} from './order-page-store.ts'
import { countsOf } from './order-tab-counts.ts'

/**
 * `counted`: hits are counted so far, under a filter of a common keyword `countedNarrowed`, or as far as the work of stepping over
 * `countedThrough` orders reaches. `lookedUp`: orders of a filter, each in the index of terms.
 */
const usualBounds = {
  counted: 1000,
  countedNarrowed: 200,
  countedThrough: 2_500,
  lookedUp: 3_000,
  ...usualReach,
}
type Bounds = typeof usualBounds

/** An estimate of so many times the bound is far enough from it to need no count. */
const surely = 3

/** Counts are null, and `found` says what the page is a part of, where a keyword finds more than are counted. */
export async function searchOrders(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
  bounds: Bounds = usualBounds,
): Promise<OrderList> {
  if (!isAnsweredBySearch(filter, paging)) return allHits(db, filter, paging)
  const estimate = await estimateHits(db, filter.terms ?? '')
  const sure = surely * bounds.counted
  if (estimate === undefined || estimate < sure) {
    const few = await allHits(db, filter, paging, bounds.counted + 1)
    if (sum(few.counts) <= bounds.counted) return few
  }
  // The statistics would know a word with more hits.
  return manyHits(db, filter, paging, { ...bounds, estimate: Math.max(estimate ?? sure, bounds.counted) })
}

async function manyHits(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
  { counted, countedNarrowed, countedThrough, lookedUp, estimate, ...reach }: Bounds & { estimate: number },
): Promise<OrderList> {
  const { total, within, narrowed } = await countWithoutKeyword(db, filter)
  const isNarrowed = conditions(new Statement(filter.ownerId), filter) !== 'true'
  if (isNarrowed && narrowed <= lookedUp) {
    const { rows, total: hits } = await hitsOfFilter(db, filter, paging)
    return { rows, counts: null, found: { total: hits, isMore: false } }
  }
  const spread = { hits: (estimate * within) / Math.max(total, estimate), within, narrowed }
  const wanted = paging.offset + paging.limit
  const most = isNarrowed
    ? Math.max(wanted, Math.min(countedNarrowed, roundDown(countedThrough / workOfHit(spread))))
    : counted
  const rows = await newestHits(db, filter, paging, { enough: isNarrowed ? most + 1 : wanted, spread, reach })
  return rows ? { rows, counts: null, found: { total: most, isMore: true } } : allHits(db, filter, paging)
}

/** A bound that people read. */
function roundDown(bound: number): number {
  return [200, 150, 100, 50].find((round) => round <= bound) ?? 0
}

export async function countHits(db: Database, filter: OrderFilter): Promise<StatusCounts> {
  return (await allHits(db, filter)).counts
}

/** Sorts and counts all hits, or as many as `most` says, whichever they are. */
function allHits(
  db: Database,
  filter: OrderFilter,
  paging?: OrderPaging,
  most?: number,
): Promise<{ rows: OrderList['rows']; counts: StatusCounts }> {
  const statement = new Statement(filter.ownerId)
  const rest = conditions(statement, { ...filter, statuses: [] })
  const hits = hitsOf(statement, filter)
  const matched = isAnsweredBySearch(filter, paging)
    ? `select o.id, o.status, o.placed_at from (${hits}) o where o.owner_id = $1 and ${rest}`
    : `select o.id, o.status, o.placed_at, o.sold_at, o.updated_at, o.total, o.currency, o.ship_by
        from (${hits}) q join orders o on o.owner_id = $1 and o.id = q.id where ${rest}`
  statement.with(`matched as materialized (${matched}${most ? ` limit ${most}` : ''})`)
  const rows = paging
    ? rowsOf(
        `select o.id from matched o where ${statusOf(statement, filter)}${afterCursor(statement, paging)}
          ${orderBy(paging)} ${limitsOf(statement, paging).part}`,
        orderBy(paging),
      )
    : undefined
  return readList(db, filter.ownerId, statement, { rows, counts: grouped('select o.status from matched o') })
}

/** Orders, hits or not: of the account, within the filter's days, and under all of the filter. */
async function countWithoutKeyword(
  db: Database,
  filter: OrderFilter,
): Promise<{ total: number; within: number; narrowed: number }> {
  const count = async (asked: OrderFilter) => {
    const statement = new Statement(filter.ownerId)
    const counts = countsOf(statement, { ...asked, terms: undefined })
    return (await readList<StatusCounts>(db, filter.ownerId, statement, { rows: undefined, counts })).counts
  }
  const { shops, from, to } = filter
  const counts = await count(filter)
  const days = { ...filter, shops: undefined }
  const within = shops === undefined ? counts : await count(days)
  const always = { ...days, from: undefined, to: undefined }
  const total = from === undefined && to === undefined ? within : await count(always)
  const ids = statusIds(filter)
  const ofStatuses = ids.length > 0 ? Object.fromEntries(ids.map((id) => [id, counts[id]])) : counts
  return { total: sum(total), within: sum(within), narrowed: sum(ofStatuses) }
}

/** Looks up the terms of each order of the filter. `limit 1` keeps the terms of all orders from being read instead. */
async function hitsOfFilter(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
): Promise<{ rows: OrderList['rows']; total: number }> {
  const statement = new Statement(filter.ownerId)
  statement.with(`matched as materialized (
    select o.id, o.placed_at from orders o cross join lateral (select 1 from order_search q where q.owner_id = $1 and q.order_id = o.id
      and q.terms @@ ${statement.value(filter.terms)}::tsquery limit 1) q
    where o.owner_id = $1 and ${conditions(statement, filter)})`)
  const page = `select o.id, o.placed_at from matched o where true${afterCursor(statement, paging)}
    ${orderBy(paging)} ${limitsOf(statement, paging).part}`
  const { rows, counts: total } = await readList<number>(db, filter.ownerId, statement, {
    rows: rowsOf(page, orderBy(paging)),
    counts: 'select count(*) from matched',
  })
  return { rows, total }
}

function hitsOf(statement: Statement, filter: OrderFilter): string {
  return `select owner_id, order_id as id, shop_id, status, placed_at from order_search
    where owner_id = $1 and terms @@ ${statement.value(filter.terms)}::tsquery`
}

function statusOf(statement: Statement, filter: OrderFilter): string {
  const ids = statusIds(filter)
  return ids.length > 0 ? `o.status = any(${statement.value(ids)}::smallint[])` : 'true'
}

function sum(counts: StatusCounts): number {
  return Object.values(counts).reduce<number>((all, one) => all + (one ?? 0), 0)
}

/** True when neither the filter nor the order of the rows asks for more than order_search knows. */
function isAnsweredBySearch(filter: OrderFilter, paging?: OrderPaging): boolean {
  const { paymentMethods, couriers = [], from, to, dateField } = filter
  const { isStar, isPrinted, hasCancelRequest, hasReturnRequest } = filter
  const marks = [isStar, isPrinted, hasCancelRequest, hasReturnRequest]
  return (
    (paging?.sort ?? 'created_at') === 'created_at' &&
    paymentMethods.length === 0 &&
    couriers.length === 0 &&
    !hasFigureFilter(filter) &&
    filter.hasCourier === undefined &&
    (dateField === 'created' || (from === undefined && to === undefined)) &&
    marks.every((mark) => mark === undefined)
  )
}
