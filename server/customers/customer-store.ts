/** One customer with orders, spending and notes. */
import { sql } from 'kysely'
import type { OrderAddress } from '../../model/order.ts'
import type { Tx } from '../db/database.ts'
import type { CustomerRow } from './list/customer-list-store.ts'

export type CustomerDetail = Omit<CustomerRow, 'latestOrderAt' | 'sortedAt' | 'createdAt'> & {
  latestOrderAt: Date | null
  noteBy: string | null
  notedAt: Date | null
  createdAt: Date
  addresses: OrderAddress[]
  segments: { id: number; name: string }[]
}

/** @param visible shops that the reader may see; empty: all */
export async function findCustomer(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<CustomerDetail | undefined> {
  const { rows } = await sql<CustomerDetail>`
    select c.id, c.name, c.phone, c.email, c.shop_id as "shopId", s.system_name as "systemName", s.platform_id as "platformId",
      c.latest_order_at as "latestOrderAt", c.total_order as "totalOrder", c.total_order_success as "totalOrderSuccess",
      c.total_order_lost as "totalOrderLost", c.total_price as "totalPrice", c.currency, c.level, c.note,
      c.is_masked as "isMasked", c.note_by as "noteBy", c.noted_at as "notedAt", c.created_at as "createdAt",
      coalesce((select json_agg(a.address order by a.at desc) from (
        select o.address, max(o.placed_at) as at from (
          select address, placed_at from orders
          where owner_id = ${ownerId} and customer_id = c.id and address is not null order by placed_at desc limit 50) o
        group by o.address order by at desc limit 5) a), '[]') as addresses,
      coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name) order by lower(l.name)) from shortlist_customers m
        join shortlists l on l.owner_id = ${ownerId} and l.id = m.shortlist_id
        where m.owner_id = ${ownerId} and m.customer_id = c.id), '[]') as segments
    from customers c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
    where c.owner_id = ${ownerId} and c.id = ${id}
      and (${visible.length === 0} or c.shop_id = any(${visible}::bigint[]))`.execute(tx)
  return rows[0]
}

export async function saveNote(
  tx: Tx,
  ownerId: string,
  id: number,
  note: string | null,
  by: string,
): Promise<void> {
  await sql`update customers set note = ${note}, note_by = ${note === null ? null : by},
      noted_at = ${note === null ? null : new Date()} where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export type OrderStatistic = {
  total: number
  success: number
  canceled: number
  returned: number
  failed: number
}

export async function countOrdersOf(tx: Tx, ownerId: string, customerId: number): Promise<OrderStatistic> {
  const { rows } = await sql<OrderStatistic>`
    select count(*)::int as total, count(*) filter (where status = 6)::int as success,
      count(*) filter (where status = 7)::int as canceled, count(*) filter (where status = 8)::int as returned,
      count(*) filter (where status = 9)::int as failed
    from orders where owner_id = ${ownerId} and customer_id = ${customerId}`.execute(tx)
  return rows[0] ?? { total: 0, success: 0, canceled: 0, returned: 0, failed: 0 }
}

export type Spending = {
  firstOrderAt: Date | null
  latestOrderAt: Date | null
  delivered: number
  total: number
  months: { month: string; total: number }[]
}

/** Delivered orders in the customer's currency, by the month in which they were placed. */
export async function findSpending(
  tx: Tx,
  ownerId: string,
  customerId: number,
  { currency, timezone }: { currency: string; timezone: string },
): Promise<Spending> {
  const { rows } = await sql<Spending>`
    with own as materialized (select o.placed_at, o.total, o.status, o.currency from orders o
      where o.owner_id = ${ownerId} and o.customer_id = ${customerId})
    select min(w.placed_at) as "firstOrderAt", max(w.placed_at) as "latestOrderAt",
      count(*) filter (where w.status = 6 and w.currency = ${currency})::int as delivered,
      coalesce(sum(w.total) filter (where w.status = 6 and w.currency = ${currency}), 0)::bigint as total,
      coalesce((select json_agg(json_build_object('month', m.month, 'total', m.total) order by m.month) from (
        select to_char(o.placed_at at time zone ${timezone}, 'YYYY-MM') as month, sum(o.total) as total from own o
        where o.status = 6 and o.currency = ${currency} and o.placed_at > now() - interval '12 months' group by 1) m), '[]') as months
    from own w`.execute(tx)
  const [row] = rows
  return row ?? { firstOrderAt: null, latestOrderAt: null, delivered: 0, total: 0, months: [] }
}
