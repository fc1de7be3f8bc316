/** Orders by what is printed on them, and the notes that they were checked. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { keywordQuery } from './order-terms.ts'

type Reader = { ownerId: string; ownerNumber: number; visible: number[] }

/**
 * The newest order with exactly this code, tracking number or package. Each way goes through an index: the codes of each
 * shop, the packages' ids, and for tracking numbers the words of the search, whose hits are then compared. The limits and the
 * materialized hits fix that order of work: of an account with far more orders than others the planner expects few, and would
 * read them all.
 */
export async function findScannedOrder(
  tx: Tx,
  { ownerId, ownerNumber, visible }: Reader,
  code: string,
): Promise<number | undefined> {
  const forms = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const terms = keywordQuery(ownerNumber, code)
  if (terms === null) return undefined
  const { rows } = await sql<{ id: number }>`
    with hits as materialized (
      select q.order_id from order_search q where q.owner_id = ${ownerId} and q.terms @@ ${terms}::tsquery)
    select o.id from (
      select c.id from shops s cross join unnest(${forms}::text[]) as form(code) cross join lateral (
        select c.id from orders c
        where c.owner_id = ${ownerId} and c.shop_id = s.id and c.channel_order_id = form.code limit 1) c
      where s.owner_id = ${ownerId}
      union
      select p.order_id from order_packages p
        where p.owner_id = ${ownerId} and p.channel_package_id = any(${forms}::text[])
      union
      select p.order_id from hits q cross join lateral (
        select p.order_id from order_packages p
        where p.owner_id = ${ownerId} and p.order_id = q.order_id and p.tracking_number = any(${forms}::text[]) limit 1) p
    ) found cross join lateral (
      select o.id, o.shop_id, o.placed_at from orders o where o.owner_id = ${ownerId} and o.id = found.id limit 1) o
    where cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[])
    order by o.placed_at desc, o.id desc limit 1`.execute(tx)
  return rows[0]?.id
}

/** The seller's own codes of the things in an order, where its lines are linked to the SKU centre: position, code. */
export async function listOwnCodes(
  tx: Tx,
  ownerId: string,
  order: { id: number; shop_id: number },
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ position: number; code: string }>`
    select distinct i.position, k.prime_sku as code from order_items i
    join product_skus v on v.owner_id = ${ownerId} and v.shop_id = ${order.shop_id} and v.shop_sku = i.shop_sku
    join skus k on k.owner_id = ${ownerId} and k.id = v.sku_id
    where i.owner_id = ${ownerId} and i.order_id = ${order.id}`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, ({ position }) => position)].map(([position, found]) => [
      position,
      found.map(({ code }) => code),
    ]),
  )
}

export type ScanCheck = { by: string | null; at: Date }

export async function findLastCheck(tx: Tx, ownerId: string, orderId: number): Promise<ScanCheck | null> {
  const { rows } = await sql<ScanCheck>`
    select actor_name as by, at from order_history
    where owner_id = ${ownerId} and order_id = ${orderId} and event = 'scan_checked'
    order by at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export async function saveScanCheck(
  tx: Tx,
  ownerId: string,
  order: { id: number; shopId: number; status: number },
  by: string,
): Promise<ScanCheck> {
  const at = new Date()
  await sql`insert into order_history (owner_id, order_id, at, event, to_status, actor_type, actor_name)
    values (${ownerId}, ${order.id}, ${at}, 'scan_checked', ${order.status}, 'user', ${by})
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
  const value = { shop_id: order.shopId, created: 0, updated: 1, ids: [order.id] }
  saveEvent(tx, { ownerId, channel: 'order.change', shopId: order.shopId, value })
  return { by, at }
}
