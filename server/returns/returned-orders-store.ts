/** Orders that came back to the seller, by their returns. */
import { sql } from 'kysely'
import { endedReturns, returnStatusIds } from '../../model/return-case.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { countAnew, takeTurn } from '../orders/list/order-counts-store.ts'
import { returnOrders } from './return-order-store.ts'
import { isBehind, takeOffRefunds } from './refunds-store.ts'

/**
 * Updates orders from their returns: saves the state of the returns on them, marks those `returned` of which everything
 * is back, and subtracts refunds from the revenue. The caller has locked the orders' rows. Answers which ones were
 * returned.
 */
export async function followReturns(tx: Tx, shop: ShopKey, orderIds: number[]): Promise<number[]> {
  if (orderIds.length === 0) return []
  await takeTurn(tx, shop)
  const returned = await countAnew(tx, shop, orderIds, async () => {
    await flagOrders(tx, shop, orderIds)
    return moveReturnedOrders(tx, shop, orderIds)
  })
  await takeOffRefunds(tx, shop, orderIds)
  return returned
}

/**
 * Notes on the orders how their returns stand: the one that somebody has to act upon first; of those that have ended, the
 * latest.
 */
async function flagOrders(tx: Tx, shop: ShopKey, orderIds: number[]): Promise<void> {
  await sql`update orders o set updated_at = ${new Date()}, return_status = (
      select c.status from return_cases c
      where c.owner_id = ${shop.ownerId} and c.shop_id = o.shop_id and c.channel_order_id = o.channel_order_id
      order by c.status = any(${endedReturns}::smallint[]), case when c.status = any(${endedReturns}::smallint[]) then 0 else c.status end,
        c.requested_at desc limit 1)
    where o.owner_id = ${shop.ownerId} and o.id = any(${orderIds}::bigint[])`.execute(tx)
}

/**
 * Orders that arrived after their returns, or at the same moment, when neither could see the other: whoever saves a return
 * without its order has the order looked at once more, so it passes here; so does one whose return was told once more at that
 * moment. Their rows must be locked. Answers those that were joined just now, and which of them are back already.
 */
export async function joinReturns(
  tx: Tx,
  shop: ShopKey,
  channelOrderIds: string[],
): Promise<{ joined: { orderId: number; isRequested: boolean }[]; returned: number[] }> {
  const { rows } = await sql<{ orderId: number; isRequested: boolean; isJoined: boolean }>`
    select o.id as "orderId", bool_or(c.status = ${returnStatusIds.requested}) as "isRequested",
      o.return_status is null as "isJoined"
    from return_cases c join orders o on o.owner_id = ${shop.ownerId} and o.shop_id = ${shop.shopId}
      and o.channel_order_id = c.channel_order_id and (o.return_status is null or ${isBehind})
    where c.owner_id = ${shop.ownerId} and c.shop_id = ${shop.shopId}
      and c.channel_order_id = any(${channelOrderIds}::text[])
    group by o.id, o.return_status order by o.id`.execute(tx)
  const ids = rows.map(({ orderId }) => orderId)
  return { joined: rows.filter(({ isJoined }) => isJoined), returned: await followReturns(tx, shop, ids) }
}

/**
 * Moves those of the orders to `returned` of which every sold piece is in a return whose goods are here, or whose money its
 * channel gave back for them; gifts stay with the buyer. Not every channel has a word for such an order. Their rows must be
 * locked. Answers which ones moved.
 */
async function moveReturnedOrders(tx: Tx, shop: ShopKey, orderIds: number[]): Promise<number[]> {
  const { received, refunded } = returnStatusIds
  const { rows } = await sql<{ id: number }>`
    select s.id from (
      select o.id, o.shop_id, o.channel_order_id, i.shop_sku, sum(i.quantity) as quantity
      from orders o join order_items i on i.owner_id = ${shop.ownerId} and i.order_id = o.id and not i.is_gift
      where o.owner_id = ${shop.ownerId} and o.id = any(${orderIds}::bigint[]) and o.return_status is not null
      group by o.id, o.shop_id, o.channel_order_id, i.shop_sku) s
    left join lateral (
      select sum(l.quantity) as quantity from return_cases c
      join return_lines l on l.owner_id = ${shop.ownerId} and l.return_id = c.id and l.shop_sku = s.shop_sku
      where c.owner_id = ${shop.ownerId} and c.shop_id = s.shop_id and c.channel_order_id = s.channel_order_id
        and c.kind = 'return' and (c.received_at is not null or c.status in (${received}, ${refunded}))) b on true
    group by s.id having bool_and(coalesce(b.quantity, 0) >= s.quantity)`.execute(tx)
  return rows.length === 0
    ? []
    : returnOrders(
        tx,
        shop,
        rows.map(({ id }) => id),
      )
}
