/** The end of each way to find a page of orders: its rows in their order, and how many there are of each status. */
import { createListRead } from '../../db/list-statement.ts'
import type { Statement } from '../../db/statement.ts'
import { wasTaken } from '../actions/order-action-store.ts'
import { byAmount } from '../../settings/compared-amounts-store.ts'
import type { OrderPaging, OrderSort } from './order-filter.ts'
import { rowColumns, rowFields, type OrderRow } from './order-row.ts'

export type StatusCounts = Partial<Record<number, number>>
export type OrderList = {
  rows: OrderRow[]
  /** By status, whichever of them the list shows; null for a keyword that finds too many. */
  counts: StatusCounts | null
  /** Rows of all pages, where `counts` is null; with `isMore` there are more. */
  found?: { total: number; isMore: boolean }
}

export const readList = createListRead<OrderRow>(rowFields)
/** Only of the rows of a page. One that was done a while ago says nothing any more and costs no room in the reply. */
export const actionOfRow = `left join lateral (
    select case when w.state <> 'done' or w.ended_at > now() - interval '2 minutes' then json_build_object('id', w.id,
      'orderId', w.order_id, 'returnId', w.return_id, 'kind', w.kind, 'state', w.state, 'error', w.error, 'errorMessage', w.error_message,
      'channelCode', w.channel_code, 'requestedBy', w.requested_by, 'requestedByName', w.requested_by_name, 'requestedAt', w.requested_at,
      'endedAt', w.ended_at) end as action
    from order_actions w where w.owner_id = $1 and w.order_id = o.id and w.return_id is null and ${wasTaken}
    order by w.id desc limit 1) w on true`

/**
 * The rows behind a page's ids. What is stepped over or merged away is read from the index alone. `limit 1` fixes the order of
 * work, page first: before a new store is first analysed, the planner takes all tables for small and would read the page
 * again for every order there is.
 */
export function rowsOf(ids: string, order: string): string {
  return `select o.owner_id, ${rowColumns} from (${ids}) page
    cross join lateral (select * from orders where owner_id = $1 and id = page.id limit 1) o
    join shops s on s.owner_id = $1 and s.id = o.shop_id ${actionOfRow} ${order}`
}

const sortColumns: Record<OrderSort, string> = {
  sold_at: 'sold_at',
  created_at: 'placed_at',
  updated_at: 'updated_at',
  total_price: 'total',
  ship_by_at: 'ship_by',
}

export function orderBy({ sort, descending, rated }: OrderPaging): string {
  const way = descending ? 'desc' : 'asc'
  if (sort === 'total_price' && rated) return `order by ${byAmount(rated, 'o.total', way)}, o.id ${way}`
  const nulls = sort === 'ship_by_at' ? ' nulls last' : ''
  return `order by o.${sortColumns[sort]} ${way}${nulls}, o.id ${way}`
}

export function afterCursor(statement: Statement, { after, descending, sort }: OrderPaging): string {
  if (!after || (sort !== 'created_at' && sort !== 'sold_at')) return ''
  return ` and (o.${sortColumns[sort]}, o.id) ${descending ? '<' : '>'} (${statement.value(after.at)}::timestamptz, ${statement.value(after.id)}::bigint)`
}

export function grouped(statuses: string): string {
  return `select coalesce(json_object_agg(c.status, c.orders), '{}') from (
    select o.status, count(*) as orders from (${statuses}) o group by o.status) c`
}
