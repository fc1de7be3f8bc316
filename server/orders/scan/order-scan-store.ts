/** Orders by what is printed on them, and the notes that they were checked. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { keywordQuery } from '../../db/search-terms.ts'

type Reader = { ownerId: string; ownerNumber: number; visible: number[] }

/** Order as JSON returns it. */
export type ScannedOrder = {
  id: number
  channelOrderId: string
  shortCode: string | null
  status: number
  isCancelRequested: boolean
  trackingNumber: string | null
  shop: { id: number; system_name: string; platform_id: number }
  lines: ScannedLine[]
  lastCheck: { by: string | null; at: string } | null
}

type ScannedLine = {
  position: number
  name: string
  variantLabel: string | null
  image: string | null
  quantity: number
  isGift: boolean
  sellerSku: string | null
  shopSku: string
  /** The seller's own codes of the thing, where it is linked to the SKU centre. */
  ownCodes: string[]
}

/**
 * The newest order with exactly this code, tracking number or package. Each way goes through an index: the codes of each
 * shop, the packages' ids, and for tracking numbers the words of the search, whose hits are then compared. The limits and the
 * materialized hits fix that order of work: of an account with far more orders than others the planner expects few, and would
 * read them all.
 */
export async function readScannedOrder(
  tx: Tx,
  { ownerId, ownerNumber, visible }: Reader,
  code: string,
): Promise<ScannedOrder | undefined> {
  const forms = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const terms = keywordQuery(ownerNumber, code)
  if (terms === null) return undefined
  const { rows } = await sql<ScannedOrder>`
    with hits as materialized (
      select q.order_id from order_search q where q.owner_id = ${ownerId} and q.terms @@ ${terms}::tsquery),
    found as (
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
        where p.owner_id = ${ownerId} and p.order_id = q.order_id and p.tracking_number = any(${forms}::text[]) limit 1) p)
    select o.id, o.channel_order_id as "channelOrderId", o.short_code as "shortCode", o.status,
      o.cancel_requested_at is not null as "isCancelRequested", o.tracking_number as "trackingNumber",
      (select json_build_object('id', s.id, 'system_name', s.system_name, 'platform_id', s.platform_id)
        from shops s where s.owner_id = ${ownerId} and s.id = o.shop_id) as shop,
      ${scannedLines(ownerId)} as lines,
      (select json_build_object('by', h.actor_name, 'at', h.at) from order_history h
        where h.owner_id = ${ownerId} and h.order_id = o.id and h.event = 'scan_checked'
        order by h.at desc limit 1) as "lastCheck"
    from (select o.* from found cross join lateral (
        select o.* from orders o where o.owner_id = ${ownerId} and o.id = found.id limit 1) o
      where cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[])
      order by o.placed_at desc, o.id desc limit 1) o`.execute(tx)
  return rows[0]
}

/** Selects the lines of the order `o`. */
const scannedLines = (ownerId: string): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('position', i.position, 'name', i.name, 'variantLabel', i.variant_label,
      'image', i.image_url, 'quantity', i.quantity, 'isGift', i.is_gift, 'sellerSku', i.seller_sku, 'shopSku', i.shop_sku,
      'ownCodes', array(select k.prime_sku from product_skus v
        join skus k on k.owner_id = ${ownerId} and k.id = v.sku_id
        where v.owner_id = ${ownerId} and v.shop_id = o.shop_id and v.shop_sku = i.shop_sku)) order by i.position), '[]')
    from order_items i where i.owner_id = ${ownerId} and i.order_id = o.id)`

export type ScanCheck = { by: string | null; at: Date }

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
  await sql`update orders set checked_at = ${at} where owner_id = ${ownerId} and id = ${order.id}`.execute(tx)
  const value = { shop_id: order.shopId, created: 0, updated: 1, ids: [order.id] }
  saveEvent(tx, { ownerId, channel: 'order.change', shopId: order.shopId, value })
  return { by, at }
}
