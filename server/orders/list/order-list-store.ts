/**
 * The order list: the hottest read of the console. One prepared statement brings the rows and the counts of the tabs.
 *
 * Rows come newest first from an index that fits the filter. Counts and totals come from order_counts, never from
 * counting. A far page is not reached by stepping over what lies before it: order_counts tells on which day it begins.
 */
import { orderStatuses, orderStatusIds } from '../../../model/order-status.ts'
import type { Database } from '../../db/database.ts'
import { conditions, statusIds } from './order-conditions.ts'
import { isCountedByDay, spanConditions } from './order-count-ranges.ts'
import { spans } from './order-counts-store.ts'
import { limitsOf } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import { isBySale, type OrderFilter, type OrderPaging } from './order-filter.ts'
import { rowColumns } from './order-row.ts'
import { countHits, searchOrders } from './order-search-store.ts'
import { countsOf } from './order-tab-counts.ts'
import { shipByPageOf, totalPageOf } from './sorted-pages-store.ts'
import {
  actionOfRow,
  afterCursor,
  orderBy,
  readList,
  rowsOf,
  type OrderList,
  type StatusCounts,
} from './order-page-store.ts'

/** Further than this, the day of the page is looked up instead of stepping over the rows before it. */
const nearOffset = 400

export async function listOrders(db: Database, filter: OrderFilter, paging: OrderPaging): Promise<OrderList> {
  const statement = new Statement(filter.ownerId)
  if (filter.terms !== undefined) return searchOrders(db, filter, paging)
  const page = await nearer(db, filter, paging)
  const rows = pageOf(statement, page.filter, page.paging)
  return readList<StatusCounts>(db, filter.ownerId, statement, { rows, counts: countsOf(statement, filter) })
}

export async function countOrders(db: Database, filter: OrderFilter): Promise<StatusCounts> {
  const statement = new Statement(filter.ownerId)
  if (filter.terms !== undefined) return countHits(db, filter)
  const counts = countsOf(statement, filter)
  return (await readList<StatusCounts>(db, filter.ownerId, statement, { rows: undefined, counts })).counts
}

/** One page of rows, from the index that yields them in order. */
function pageOf(statement: Statement, filter: OrderFilter, paging: OrderPaging): string {
  if (paging.sort === 'ship_by_at') return shipByPageOf(statement, filter, paging)
  if (paging.sort === 'total_price' && paging.rated) return totalPageOf(statement, filter, paging)
  const { part, upTo } = limitsOf(statement, paging)
  const byDate = paging.sort === 'created_at'
  const ids = statusIds(filter)
  const couriers = filter.couriers?.length ? filter.couriers : undefined
  // Several statuses, shops or couriers are several runs of the index: the first rows of each, merged.
  const isMerged = byDate && (filter.shops !== undefined || couriers !== undefined || ids.length > 1)
  if (!isMerged) {
    const where = `o.owner_id = $1 and ${conditions(statement, filter)}${afterCursor(statement, paging)}`
    if (paging.offset > 0)
      return rowsOf(`select o.id from orders o where ${where} ${orderBy(paging)} ${part}`, orderBy(paging))
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
    orderBy(paging),
  )
}

/** Selects the shops that have orders with these couriers, so that no empty index range is scanned. */
function courierPlaces(statement: Statement, couriers: number[], shops: number[] | undefined): string {
  const ofShops = shops ? ` and c.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  return `(select distinct c.shop_id, c.courier from order_counts c where c.owner_id = $1 and c.span = ${spans.all}
    and c.courier = any(${statement.value(couriers)}::smallint[])${ofShops}) as place`
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
