/** All that is kept about a buyer. */
import { sql } from 'kysely'
import type { OrderAddress } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'
import { findPersonWords } from './erase-traces-store.ts'
import { heldOfCustomers } from './held-of-customers-store.ts'
import { heldOfOrders } from './held-of-orders-store.ts'
import { findCustomer, type CustomerDetail } from '../customer-store.ts'

export type OrderOfBuyer = {
  id: number
  code: string
  placedAt: Date
  status: number
  total: number
  currency: string
  address: OrderAddress | null
  buyerMessage: string | null
  /** One of our codes, or words. */
  cancelReason: string | null
  cancelText: string | null
  note: string | null
  items: { name: string; sku: string | null; quantity: number }[]
  trackingNumbers: string[]
  returns: { requestedAt: string; reason: string | null; images: string[] }[]
}

/** Records that are kept beside these, by their table. */
export type HeldRecords = Record<string, Record<string, unknown>[]>

export type PersonalData = CustomerDetail & { orders: OrderOfBuyer[]; records: HeldRecords }

/** @param visible shops that the reader may see; empty: all */
export async function findPersonalData(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<PersonalData | undefined> {
  const customer = await findCustomer(tx, ownerId, id, visible)
  if (!customer) return undefined
  const ids = customer.identities.map((one) => one.id)
  const orders = await listOrdersOfBuyer(tx, ownerId, ids)
  const records = await listHeldRecords(
    tx,
    ownerId,
    ids,
    orders.map((order) => order.id),
  )
  return { ...customer, orders, records }
}

async function listHeldRecords(
  tx: Tx,
  ownerId: string,
  customers: number[],
  orders: number[],
): Promise<HeldRecords> {
  const words = await findPersonWords(tx, ownerId, { customers, orders })
  const records: HeldRecords = {}
  for (const { table, handOut } of [...heldOfCustomers, ...heldOfOrders]) {
    if (typeof handOut === 'string') continue
    const { rows } = await handOut({ ownerId, customers, orders, words }).execute(tx)
    records[table] = [...(records[table] ?? []), ...rows.map(({ record }) => record)]
  }
  return records
}

/** The newest first. */
async function listOrdersOfBuyer(tx: Tx, ownerId: string, customerIds: number[]): Promise<OrderOfBuyer[]> {
  const { rows } = await sql<OrderOfBuyer>`
    select o.id, coalesce(o.short_code, o.channel_order_id) as code, o.placed_at as "placedAt", o.status, o.total, o.currency, o.address,
      o.buyer_message as "buyerMessage", o.cancel_reason as "cancelReason", o.cancel_text as "cancelText", o.note,
      coalesce((select json_agg(json_build_object('name', concat_ws(', ', i.name, nullif(i.variant_label, '')), 'sku', i.seller_sku,
          'quantity', i.quantity) order by i.position)
        from order_items i where i.owner_id = ${ownerId} and i.order_id = o.id), '[]') as items,
      coalesce((select json_agg(p.tracking_number) from order_packages p
        where p.owner_id = ${ownerId} and p.order_id = o.id and p.tracking_number is not null), '[]') as "trackingNumbers",
      coalesce((select json_agg(json_build_object('requestedAt', r.requested_at, 'reason', r.reason, 'images', r.images)
          order by r.requested_at)
        from return_cases r where r.owner_id = ${ownerId} and r.shop_id = o.shop_id
          and r.channel_order_id = o.channel_order_id), '[]') as returns
    from orders o where o.owner_id = ${ownerId} and o.customer_id = any(${customerIds}::bigint[])
    order by o.placed_at desc, o.id desc`.execute(tx)
  return rows
}
