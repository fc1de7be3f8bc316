/** One order with all that belongs to it, its history, and the star. */
import { sql } from 'kysely'
import type { OrderAddress, OrderPayment } from '../../model/order.ts'
import type { Tx } from '../db/database.ts'
import type { OrderRow } from './order-list-store.ts'

export type OrderDetail = OrderRow & {
  channel_status: string
  buyer_message: string | null
  cancel_reason: string | null
  cancel_initiator: string | null
  pickup_failed: boolean
  is_digital: boolean
  paid_at: string | null
  completed_at: string | null
  address: OrderAddress | null
  payment: OrderPayment
  lines: OrderLineRow[]
  packages: PackageRow[]
  customer: CustomerSummary | null
}

export type OrderLineRow = {
  position: number
  shop_sku: string
  seller_sku: string | null
  name: string
  variant_label: string | null
  image_url: string | null
  quantity: number
  total: number
  is_gift: boolean
}

export type PackageRow = {
  channel_package_id: string
  provider: string | null
  tracking_number: string | null
  channel_status: string
  printed_at: string | null
}

export type CustomerSummary = {
  id: number
  name: string
  total_order: number
  total_order_success: number
  total_order_lost: number
  total_price: number
  currency: string
  latest_order_at: string | null
}

/** `visible`: the shops that the reader may see; empty means all. */
export async function findOrder(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<OrderDetail | undefined> {
  const { rows } = await sql<{ found: OrderDetail }>`
    select row_to_json(d) as found from (
      select o.*, s.system_name, s.platform_id,
        (select coalesce(json_agg(i order by i.position), '[]') from order_items i
          where i.owner_id = ${ownerId} and i.order_id = ${orderId}) as lines,
        (select coalesce(json_agg(p order by p.channel_package_id), '[]') from order_packages p
          where p.owner_id = ${ownerId} and p.order_id = ${orderId}) as packages,
        (select row_to_json(c) from customers c where c.owner_id = ${ownerId} and c.id = o.customer_id) as customer
      from orders o join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
      where o.owner_id = ${ownerId} and o.id = ${orderId}
        and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))) d`.execute(tx)
  return rows[0]?.found
}

export type HistoryRow = {
  at: Date
  event: string
  from_status: number | null
  to_status: number
  actor_type: string
  actor_name: string | null
  note: string | null
}

export async function listHistory(tx: Tx, ownerId: string, orderId: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select at, event, from_status, to_status, actor_type, actor_name, note from order_history
    where owner_id = ${ownerId} and order_id = ${orderId} order by at desc, event like 'cancel_request%' desc, to_status desc`.execute(
    tx,
  )
  return rows
}

/** Answers with the orders that are the reader's, starred now as asked. */
export async function starOrders(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
  isStar: boolean,
  visible: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update orders set is_star = ${isStar}
    where owner_id = ${ownerId} and id = any(${orderIds}::bigint[])
      and (cardinality(${visible}::bigint[]) = 0 or shop_id = any(${visible}::bigint[])) returning id`.execute(
    tx,
  )
  return rows.map((row) => row.id).toSorted((a, b) => a - b)
}
