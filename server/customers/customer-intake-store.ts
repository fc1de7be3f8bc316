/** Keeps the customers' records true while their orders come in: one per shop and the channel's buyer id. */
import { sql } from 'kysely'
import type { OrderStatus } from '../../model/order-status.ts'
import { orderStatusOf } from '../../model/order-status.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { drawIds, type Tx } from '../db/database.ts'

/** The part of an order's change that customers care about. `customerId` is filled in here. */
export type CustomerChange = {
  order: ChannelOrder
  before: { status: number; total: number } | undefined
  status: OrderStatus
  customerId: number | null
  total: number
}

export async function saveCustomers(
  tx: Tx,
  shop: { ownerId: string; shopId: number },
  changes: CustomerChange[],
): Promise<void> {
  const buyers = new Map<string, CustomerRow>()
  for (const { order, before, status, total } of changes) {
    if (!order.buyer) continue
    const seen = buyers.get(order.buyer.channelBuyerId)
    const row = seen ?? emptyRow(order, order.buyer)
    row.total_order += before ? 0 : 1
    row.total_order_success += Number(status === 'delivered') - Number(wasIn(before, 'delivered'))
    row.total_order_lost +=
      Number(isLost(status)) - Number(before !== undefined && isLost(orderStatusOf(before.status)))
    row.total_price +=
      (status === 'delivered' ? total : 0) - (wasIn(before, 'delivered') ? (before?.total ?? 0) : 0)
    if (order.placedAt >= row.latest_order_at) row.latest_order_at = order.placedAt
    buyers.set(order.buyer.channelBuyerId, row)
  }
  if (buyers.size === 0) return

  const rows = [...buyers.values()].toSorted((a, b) => (a.channel_buyer_id < b.channel_buyer_id ? -1 : 1))
  const ids = await drawIds(tx, rows.length)
  const now = new Date()
  const saved = await sql<{ id: number; channel_buyer_id: string }>`
    insert into customers as c (owner_id, shop_id, id, channel_buyer_id, name, phone, is_masked, currency, total_order,
      total_order_success, total_order_lost, total_price, latest_order_at, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, id: ids[at] })))}::json) as r(id bigint,
      channel_buyer_id text, name text, phone text, is_masked boolean, currency text, total_order integer,
      total_order_success integer, total_order_lost integer, total_price bigint, latest_order_at timestamptz)
    on conflict (owner_id, shop_id, channel_buyer_id) do update set
      name = case when excluded.is_masked and not c.is_masked then c.name else excluded.name end,
      phone = case when excluded.is_masked and not c.is_masked then c.phone else coalesce(excluded.phone, c.phone) end,
      is_masked = c.is_masked and excluded.is_masked,
      total_order = c.total_order + excluded.total_order,
      total_order_success = c.total_order_success + excluded.total_order_success,
      total_order_lost = c.total_order_lost + excluded.total_order_lost,
      total_price = c.total_price + excluded.total_price,
      latest_order_at = greatest(c.latest_order_at, excluded.latest_order_at),
      updated_at = excluded.updated_at
    returning id, channel_buyer_id`.execute(tx)

  const idOf = new Map(saved.rows.map((row) => [row.channel_buyer_id, row.id]))
  for (const change of changes) {
    change.customerId =
      (change.order.buyer && idOf.get(change.order.buyer.channelBuyerId)) ?? change.customerId
  }
}

type CustomerRow = {
  channel_buyer_id: string
  name: string
  phone: string | null
  is_masked: boolean
  currency: string
  total_order: number
  total_order_success: number
  total_order_lost: number
  total_price: number
  latest_order_at: Date
}

function emptyRow(order: ChannelOrder, buyer: NonNullable<ChannelOrder['buyer']>): CustomerRow {
  // Asterisks are no name; the one under which the buyer shops is.
  const isMasked = order.address?.isMasked ?? true
  return {
    channel_buyer_id: buyer.channelBuyerId,
    name: isMasked ? buyer.name : (order.address?.name ?? buyer.name),
    phone: isMasked ? null : (order.address?.phone ?? null),
    is_masked: isMasked,
    currency: order.currency,
    total_order: 0,
    total_order_success: 0,
    total_order_lost: 0,
    total_price: 0,
    latest_order_at: order.placedAt,
  }
}

/** Orders that ended otherwise than in the buyer's hands. */
function isLost(status: OrderStatus): boolean {
  return status === 'canceled' || status === 'returned' || status === 'failed'
}

function wasIn(before: { status: number } | undefined, status: OrderStatus): boolean {
  return before !== undefined && orderStatusOf(before.status) === status
}
