/** Payouts of channels for orders, stored beside the orders, so that neither waits for the other. */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderPayment } from '../../model/order.ts'
import { orderStatusIds } from '../../model/order-status.ts'
import { settledPayment, type Settlement } from '../../model/settlement.ts'
import { columnList, json } from '../db/column-list.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'

/** Amounts in minor units. */
export const settlementColumns = {
  channelOrderId: 'text',
  currency: 'text',
  settledAt: 'timestamptz',
  amount: 'bigint',
  revenue: 'bigint',
  shipping: 'bigint',
  fees: json<Settlement['fees']>(),
  taxes: json<Settlement['taxes']>(),
  refund: 'bigint',
  adjustment: 'bigint',
} as const
const settlementList = columnList({ ...settlementColumns, digest: 'text' } as const)
const settlementUpdates = settlementList.updates('s', { except: ['channelOrderId'] })

/**
 * Saves what was settled; hearing it again changes nothing, and an earlier statement of an order never replaces a later one.
 * Answers how many are new, how many new or changed, the ids of the orders whose payment changed with it, and of those the ones of which the channel
 * kept something that it does not name: the amounts that the order and its payout tell do not meet.
 */
export async function saveSettlements(
  tx: Tx,
  shop: ShopKey,
  settlements: Settlement[],
): Promise<{ created: number; changed: number; orderIds: number[]; differing: number[] }> {
  const latest = new Map<string, Settlement>()
  for (const one of settlements) {
    const seen = latest.get(one.channelOrderId)
    if (!seen || seen.settledAt <= one.settledAt) latest.set(one.channelOrderId, one)
  }
  const ids = [...latest.keys()].toSorted()
  const { rows: stored } = await sql<{ id: string; digest: string; settledAt: Date }>`
    select channel_order_id as id, digest, settled_at as "settledAt" from settlements
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_order_id = any(${ids}::text[])
    order by channel_order_id for update`.execute(tx)
  const known = new Map(stored.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => {
    const settlement = latest.get(id)
    if (!settlement) return []
    const json = JSON.stringify(settlement)
    const digest = hash('sha1', json, 'base64')
    const before = known.get(id)
    const hasChanged = !before || (settlement.settledAt >= before.settledAt && digest !== before.digest)
    return hasChanged ? [{ ...stripNulBytes(settlement, json), digest }] : []
  })
  if (rows.length === 0) return { created: 0, changed: 0, orderIds: [], differing: [] }
  const now = new Date()
  await sql`insert into settlements as s (owner_id, shop_id, ${settlementList.names}, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from ${settlementList.records(rows)}
    on conflict (owner_id, shop_id, channel_order_id)
    do update set ${settlementUpdates}, updated_at = excluded.updated_at`.execute(tx)
  return {
    created: rows.filter(({ channelOrderId }) => !known.has(channelOrderId)).length,
    changed: rows.length,
    ...(await noteInHistory(tx, shop, rows)),
  }
}

async function noteInHistory(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  settlements: Settlement[],
): Promise<{ orderIds: number[]; differing: number[] }> {
  const rows = settlements.map(({ channelOrderId, settledAt }) => ({ id: channelOrderId, at: settledAt }))
  const { rows: orders } = await sql<{
    id: number
    at: Date
    status: number
    channelOrderId: string
    payment: OrderPayment
  }>`
    select o.id, r.at, o.status, o.channel_order_id as "channelOrderId", o.payment from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, at timestamptz)
    join orders o on o.owner_id = ${ownerId} and o.shop_id = ${shopId} and o.channel_order_id = r.id
    order by o.id`.execute(tx)
  if (orders.length === 0) return { orderIds: [], differing: [] }
  const noted = orders.map(({ id, at, status }) => ({ id, at, status }))
  await sql`insert into order_history (owner_id, order_id, at, event, to_status, actor_type)
    select ${ownerId}::uuid, r.id, r.at, 'settled', r.status, 'channel'
    from json_to_recordset(${JSON.stringify(noted)}::json) as r(id bigint, at timestamptz, status smallint)
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
  const byOrder = new Map(settlements.map((settlement) => [settlement.channelOrderId, settlement]))
  const differs = ({ channelOrderId, status, payment }: (typeof orders)[number]): boolean => {
    const settlement = byOrder.get(channelOrderId)
    if (settlement === undefined) return false
    // A canceled one promised nothing: what came in for it is all that it brought.
    const brought = { ...payment, subTotal: settlement.revenue, sellerDiscount: 0, tax: 0 }
    return keepsUnnamed(status === orderStatusIds.canceled ? brought : payment, settlement)
  }
  return { orderIds: orders.map(({ id }) => id), differing: orders.filter(differs).map(({ id }) => id) }
}

function keepsUnnamed(payment: OrderPayment, settlement: Settlement): boolean {
  return settledPayment(payment, settlement).fees.some(({ code, amount }) => code === 'other' && amount !== 0)
}
