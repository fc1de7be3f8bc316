/**
 * Orders that a keyword finds. What most filters ask stands beside the terms in order_search: hits lie all over the table of orders, and
 * only those of one page are read there.
 *
 * Sorting and counting hits takes longer the more there are. So they are counted up to a bound, and for the page of a keyword with more of
 * them the newest orders are looked through.
 */
import type { Database } from '../../db/database.ts'
import { limitsOf } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import { conditions, statusIds } from './order-conditions.ts'
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

/** `counted`: hits are counted so far. `lookedThrough`: orders, for a page; where it is not full by then, all hits are sorted. */
const usualBounds = { counted: 1000, lookedThrough: 20_000 }

/** Counts are null, and `found` says what the page is a part of, where a keyword finds more than are counted. */
export async function searchOrders(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
  { counted, lookedThrough } = usualBounds,
): Promise<OrderList> {
  if (!isAnsweredBySearch(filter, paging)) return allHits(db, filter, paging)
  const few = await allHits(db, filter, paging, counted + 1)
  if (sum(few.counts) <= counted) return few
  const [rows, hits] = await Promise.all([
    newestHits(db, filter, paging, lookedThrough),
    countUpTo(db, filter, counted + 1),
  ])
  const found = { total: Math.min(hits, counted), isMore: hits > counted }
  const isFull = rows.length === paging.limit || rows.length === hits - paging.offset
  return { rows: isFull ? rows : (await allHits(db, filter, paging)).rows, counts: null, found }
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
    : `select o.id, o.status, o.placed_at, o.sold_at, o.updated_at, o.total, o.ship_by
        from (${hits}) q join orders o on o.owner_id = $1 and o.id = q.id where ${rest}`
  statement.with(`matched as materialized (${matched}${most ? ` limit ${most}` : ''})`)
  const rows = paging
    ? rowsOf(
        `select o.id from matched o where ${statusOf(statement, filter)}${afterCursor(statement, paging)}
          ${orderBy(paging)} ${limitsOf(statement, paging).part}`,
        paging,
      )
    : undefined
  return readList(db, filter.ownerId, statement, { rows, counts: grouped('select o.status from matched o') })
}

/** Hits in the statuses that the list shows. */
async function countUpTo(db: Database, filter: OrderFilter, most: number): Promise<number> {
  const statement = new Statement(filter.ownerId)
  const rest = conditions(statement, { ...filter, statuses: [] })
  const matched = `select o.id from (${hitsOf(statement, filter)}) o
    where o.owner_id = $1 and ${statusOf(statement, filter)} and ${rest} limit ${most}`
  const counts = `select count(*) from (${matched}) o`
  return (await readList<number>(db, filter.ownerId, statement, { rows: undefined, counts })).counts
}

/** Looks through the first orders of the filter in the order of the page. `limit 1` keeps their terms from being read for all of them. */
async function newestHits(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
  lookedThrough: number,
): Promise<OrderList['rows']> {
  const statement = new Statement(filter.ownerId)
  const orders = `select o.id, o.placed_at from orders o
    where o.owner_id = $1 and ${conditions(statement, filter)}${afterCursor(statement, paging)}
    ${orderBy(paging)} limit ${lookedThrough}`
  const ids = `select o.id, o.placed_at from (${orders}) o cross join lateral (select 1 from order_search q
      where q.owner_id = $1 and q.order_id = o.id and q.terms @@ ${statement.value(filter.terms)}::tsquery limit 1) q
    ${orderBy(paging)} ${limitsOf(statement, paging).part}`
  const rows = rowsOf(ids, paging)
  return (await readList(db, filter.ownerId, statement, { rows, counts: "'{}'" })).rows
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
