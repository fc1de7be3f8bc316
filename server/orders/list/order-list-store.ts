/**
 * The order list: the hottest read of the console. One prepared statement brings the rows and the counts of the tabs.
 *
 * Rows come newest first from an index that fits the filter. Counts and totals come from order_counts, never from
 * counting. A far page is not reached by stepping over what lies before it: order_counts tells on which day it begins.
 */
import { orderStatuses, orderStatusIds } from '../../../model/order-status.ts'
import type { Database } from '../../db/database.ts'
import { conditions, statusIds } from './order-conditions.ts'
import { countedRows, isCounted, isCountedByDay, spanConditions } from './order-count-ranges.ts'
import { spans } from './order-counts-store.ts'
import { wasTaken } from '../actions/order-action-store.ts'
import { createListRead, limitsOf } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import {
  hasFigureFilter,
  isBySale,
  type OrderFilter,
  type OrderPaging,
  type OrderSort,
} from './order-filter.ts'
import { rowColumns, rowFields, type OrderRow } from './order-row.ts'

export type StatusCounts = Partial<Record<number, number>>
export type OrderList = { rows: OrderRow[]; counts: StatusCounts }

export const readList = createListRead<OrderRow>(rowFields)
/** Only of the rows of a page. One that was done a while ago says nothing any more and costs no room in the reply. */
const actionOfRow = `left join lateral (
    select case when w.state <> 'done' or w.ended_at > now() - interval '2 minutes' then json_build_object('id', w.id,
      'orderId', w.order_id, 'returnId', w.return_id, 'kind', w.kind, 'state', w.state, 'error', w.error, 'errorMessage', w.error_message,
      'channelCode', w.channel_code, 'requestedBy', w.requested_by, 'requestedByName', w.requested_by_name, 'requestedAt', w.requested_at,
      'endedAt', w.ended_at) end as action
    from order_actions w where w.owner_id = $1 and w.order_id = o.id and w.return_id is null and ${wasTaken}
    order by w.id desc limit 1) w on true`

/** Further than this, the day of the page is looked up instead of stepping over the rows before it. */
const nearOffset = 400

export async function listOrders(db: Database, filter: OrderFilter, paging: OrderPaging): Promise<OrderList> {
  const statement = new Statement(filter.ownerId)
  if (filter.terms !== undefined) return searchOrders(db, statement, filter, paging)
  const page = await nearer(db, filter, paging)
  const rows = pageOf(statement, page.filter, page.paging)
  return readList(db, filter.ownerId, statement, { rows, counts: countsOf(statement, filter) })
}

export async function countOrders(db: Database, filter: OrderFilter): Promise<StatusCounts> {
  const statement = new Statement(filter.ownerId)
  if (filter.terms !== undefined) return (await searchOrders(db, statement, filter)).counts
  const counts = countsOf(statement, filter)
  return (await readList<StatusCounts>(db, filter.ownerId, statement, { rows: undefined, counts })).counts
}

/**
 * All hits of a keyword, sorted and counted. What most filters ask stands beside the terms: hits lie all over the table of
 * orders, and only those of one page are read there.
 */
function searchOrders(
  db: Database,
  statement: Statement,
  filter: OrderFilter,
  paging?: OrderPaging,
): Promise<OrderList> {
  const terms = `${statement.value(filter.terms)}::tsquery`
  const rest = conditions(statement, { ...filter, statuses: [] })
  const hits = `select owner_id, order_id as id, shop_id, status, placed_at from order_search
    where owner_id = $1 and terms @@ ${terms}`
  const matched = isAnsweredBySearch(filter, paging)
    ? `select o.id, o.status, o.placed_at from (${hits}) o where o.owner_id = $1 and ${rest}`
    : `select o.id, o.status, o.placed_at, o.sold_at, o.updated_at, o.total, o.ship_by
        from (${hits}) q join orders o on o.owner_id = $1 and o.id = q.id where ${rest}`
  statement.with(`matched as materialized (${matched})`)
  const statuses =
    filter.statuses.length > 0 ? `o.status = any(${statement.value(statusIds(filter))}::smallint[])` : 'true'
  const rows = paging
    ? rowsOf(
        `select o.id from matched o where ${statuses}${afterCursor(statement, paging)}
          ${orderBy(paging)} ${limitsOf(statement, paging).part}`,
        paging,
      )
    : undefined
  return readList(db, filter.ownerId, statement, { rows, counts: grouped('select o.status from matched o') })
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

/** One page of rows, from the index that yields them in order. */
function pageOf(statement: Statement, filter: OrderFilter, paging: OrderPaging): string {
  if (paging.sort === 'ship_by_at') return shipByPageOf(statement, filter, paging)
  const { part, upTo } = limitsOf(statement, paging)
  const byDate = paging.sort === 'created_at'
  const ids = statusIds(filter)
  const couriers = filter.couriers?.length ? filter.couriers : undefined
  // Several statuses, shops or couriers are several runs of the index: the first rows of each, merged.
  const isMerged = byDate && (filter.shops !== undefined || couriers !== undefined || ids.length > 1)
  if (!isMerged) {
    const where = `o.owner_id = $1 and ${conditions(statement, filter)}${afterCursor(statement, paging)}`
    if (paging.offset > 0)
      return rowsOf(`select o.id from orders o where ${where} ${orderBy(paging)} ${part}`, paging)
    return `select o.owner_id, ${rowColumns} from (select o.* from orders o where ${where} ${orderBy(paging)} ${part}) o
      join shops s on s.owner_id = $1 and s.id = o.shop_id ${actionOfRow} ${orderBy(paging)}`
  }
  const statuses = statement.value(ids.length > 0 ? ids : Object.values(orderStatusIds))
  const ofStatuses = `unnest(${statuses}::smallint[]) as run(status)`
  const places = couriers
    ? courierPlaces(statement, couriers, filter.shops)
    : filter.shops && `unnest(${statement.value(filter.shops)}::bigint[]) as place(shop_id)`
  const runs = places ? `${places} cross join ${ofStatuses}` : ofStatuses
  const ofPlace = `${places ? ' and o.shop_id = place.shop_id' : ''}${couriers ? ' and o.courier = place.courier' : ''}`
  const rest = conditions(statement, { ...filter, shops: undefined, couriers: [], statuses: [] })
  const where = `o.owner_id = $1 and o.status = run.status${ofPlace} and ${rest}${afterCursor(statement, paging)}`
  return rowsOf(
    `select o.id from ${runs} cross join lateral (
        select o.id, o.placed_at from orders o where ${where} ${orderBy(paging)} ${upTo}) o
      ${orderBy(paging)} ${part}`,
    paging,
  )
}

/** Selects the shops that have orders with these couriers, so that no empty index range is scanned. */
function courierPlaces(statement: Statement, couriers: number[], shops: number[] | undefined): string {
  const ofShops = shops ? ` and c.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  return `(select distinct c.shop_id, c.courier from order_counts c where c.owner_id = $1 and c.span = ${spans.all}
    and c.courier = any(${statement.value(couriers)}::smallint[])${ofShops}) as place`
}

/**
 * By the day by which orders have to leave. Its index has a run of each status. Orders without such a day come last either way,
 * which is how the index goes forwards; backwards they are a run of their own.
 */
function shipByPageOf(statement: Statement, filter: OrderFilter, paging: OrderPaging): string {
  const { part, upTo } = limitsOf(statement, paging)
  const ids = statusIds(filter)
  const statuses = statement.value(ids.length > 0 ? ids : Object.values(orderStatusIds))
  const rest = conditions(statement, { ...filter, statuses: [] })
  const way = paging.descending ? 'desc' : 'asc'
  const run = (more: string) => `(select o.id, o.ship_by from orders o
    where o.owner_id = $1 and o.status = run.status and ${rest}${more} order by o.ship_by ${way}, o.id ${way} ${upTo})`
  const runs = paging.descending
    ? `(${run(' and o.ship_by is not null')} union all ${run(' and o.ship_by is null')})`
    : run('')
  return rowsOf(
    `select o.id from unnest(${statuses}::smallint[]) as run(status) cross join lateral ${runs} o ${orderBy(paging)} ${part}`,
    paging,
  )
}

/**
 * The rows behind a page's ids. What is stepped over or merged away is read from the index alone. `limit 1` fixes the order of
 * work, page first: before a new store is first analysed, the planner takes all tables for small and would read the page
 * again for every order there is.
 */
export function rowsOf(ids: string, paging: OrderPaging): string {
  return `select o.owner_id, ${rowColumns} from (${ids}) page
    cross join lateral (select * from orders where owner_id = $1 and id = page.id limit 1) o
    join shops s on s.owner_id = $1 and s.id = o.shop_id ${actionOfRow} ${orderBy(paging)}`
}

const sortColumns: Record<OrderSort, string> = {
  sold_at: 'sold_at',
  created_at: 'placed_at',
  updated_at: 'updated_at',
  total_price: 'total',
  ship_by_at: 'ship_by',
}

export function orderBy({ sort, descending }: OrderPaging): string {
  const way = descending ? 'desc' : 'asc'
  const nulls = sort === 'ship_by_at' ? ' nulls last' : ''
  return `order by o.${sortColumns[sort]} ${way}${nulls}, o.id ${way}`
}

function afterCursor(statement: Statement, { after, descending, sort }: OrderPaging): string {
  if (!after || (sort !== 'created_at' && sort !== 'sold_at')) return ''
  return ` and (o.${sortColumns[sort]}, o.id) ${descending ? '<' : '>'} (${statement.value(after.at)}::timestamptz, ${statement.value(after.id)}::bigint)`
}

const statusSums = orderStatuses
  .map((status) => `${orderStatusIds[status]}, coalesce(sum(c.${status}), 0)`)
  .join(', ')

/** Orders per status under the filter, the status filter itself left out: the figures on the tabs. */
function countsOf(statement: Statement, filter: OrderFilter): string {
  if (isCounted(filter)) {
    return `select json_build_object(${statusSums}) from (${countedRows(statement, filter)}) c`
  }
  const rest = conditions(statement, { ...filter, statuses: [] })
  return grouped(`select o.status from orders o where o.owner_id = $1 and ${rest}`)
}

function grouped(statuses: string): string {
  return `select coalesce(json_object_agg(c.status, c.orders), '{}') from (
    select o.status, count(*) as orders from (${statuses}) o group by o.status) c`
}

/** For a far page, the same page seen from the start of the day that it begins on. */
async function nearer(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
): Promise<{ filter: OrderFilter; paging: OrderPaging }> {
  const byDay = isBySale(filter) ? 'sold_at' : 'created_at'
  const hasDays = isCountedByDay(filter) && paging.sort === byDay && !paging.after
  if (paging.offset <= nearOffset || !hasDays) return { filter, paging }
  const way = paging.descending ? 'desc' : 'asc'
  const statement = new Statement(filter.ownerId)
  const asked = filter.statuses.length > 0 ? filter.statuses : orderStatuses
  const orders = asked.map((status) => `c.${status}`).join(' + ')
  const offset = `${statement.value(paging.offset)}::bigint`
  const running = (
    span: 'month' | 'day',
    more = '',
  ) => `select since, orders, sum(orders) over (order by since ${way}) - orders as before
    from (select c.since, sum(${orders}) as orders from order_counts c
      where c.owner_id = $1 and ${spanConditions(statement, filter, span)}${more} group by c.since) c`
  // Months first, then the days of one month, whose end must be a date, or the index would be read on to the last day of
  // all. With dates in the filter the days are few, and months may be cut.
  const isDated = filter.from !== undefined || filter.to !== undefined
  const text = isDated
    ? `select since as day, ${offset} - before as skip from (${running('day')}) d where before <= ${offset} and before + orders > ${offset}`
    : `select d.since as day, ${offset} - m.before - d.before as skip from
        (select * from (${running('month')}) m where before <= ${offset} and before + orders > ${offset}) m cross join lateral
        (select * from (${running('day', ` and c.since >= m.since and c.since < (m.since + interval '1 month')::date`)}) d
          where d.before <= ${offset} - m.before and d.before + d.orders > ${offset} - m.before) d`
  const [place] = await db.hotRead<{ day: string; skip: string }>(filter.ownerId, statement.finish(text))
  // After the last row, where no step would lead.
  if (!place) return { filter: { ...filter, shops: [] }, paging }
  const bound = paging.descending ? { to: place.day } : { from: place.day }
  // Unless the list goes by the date of sale, the day is one of creation, whichever date an unset filter would have been about.
  return {
    filter: { ...filter, ...bound, dateField: byDay === 'sold_at' ? 'sold' : 'created' },
    paging: { ...paging, offset: Number(place.skip) },
  }
}
