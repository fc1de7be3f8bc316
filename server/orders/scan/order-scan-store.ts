/** Orders by what is printed on them, those that can be packed now, and the notes that they were checked. */
import { sql, type RawBuilder } from 'kysely'
import { orderStatusIds } from '../../../model/order-status.ts'
import type { Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { buyerKeywordQuery } from '../../db/search-terms.ts'

type Reader = { ownerId: string; ownerNumber: number; visible: number[] }

/** Order as JSON returns it. */
export type ScannedOrder = {
  id: number
  channelOrderId: string
  shortCode: string | null
  status: number
  isCancelRequested: boolean
  trackingNumber: string | null
  packageIds: string[]
  shipBy: Date | null
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
  scanned: number
  isGift: boolean
  sellerSku: string | null
  shopSku: string
  /** The seller's own codes of the thing, where it is linked to the SKU centre. */
  ownCodes: string[]
  parts: { name: string; quantity: number; codes: string[] }[]
}

/**
 * The newest order with exactly this code, tracking number or package. Each way goes through an index: the codes of each
 * shop, the packages' ids, and for tracking and short numbers the words of the search, whose hits are then compared. The limits and the
 * materialized hits fix that order of work: of an account with far more orders than others the planner expects few, and would
 * read them all.
 */
export async function readScannedOrder(
  tx: Tx,
  { ownerId, ownerNumber, visible }: Reader,
  code: string,
): Promise<ScannedOrder | undefined> {
  const forms = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const terms = buyerKeywordQuery(ownerNumber, code)
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
        where p.owner_id = ${ownerId} and p.order_id = q.order_id and p.tracking_number = any(${forms}::text[]) limit 1) p
      union
      select c.id from hits q cross join lateral (
        select c.id from orders c
        where c.owner_id = ${ownerId} and c.id = q.order_id and c.short_code = any(${forms}::text[]) limit 1) c)
    select ${scannedOrder(ownerId)}
    from (select o.* from found cross join lateral (
        select o.* from orders o where o.owner_id = ${ownerId} and o.id = found.id limit 1) o
      where cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[])
      order by o.placed_at desc, o.id desc limit 1) o`.execute(tx)
  return rows[0]
}

/** Selects an order `o` with all that a scan of it may be. */
const scannedOrder = (ownerId: string): RawBuilder<unknown> => sql`
    o.id, o.channel_order_id as "channelOrderId", o.short_code as "shortCode", o.status,
      o.cancel_requested_at is not null as "isCancelRequested", o.tracking_number as "trackingNumber",
      array(select p.channel_package_id from order_packages p
        where p.owner_id = ${ownerId} and p.order_id = o.id) as "packageIds", o.ship_by as "shipBy",
      (select json_build_object('id', s.id, 'system_name', s.system_name, 'platform_id', s.platform_id)
        from shops s where s.owner_id = ${ownerId} and s.id = o.shop_id) as shop,
      ${scannedLines(ownerId)} as lines,
      (select json_build_object('by', h.actor_name, 'at', h.at) from order_history h
        where h.owner_id = ${ownerId} and h.order_id = o.id and h.event = 'scan_checked' and o.checked_at is not null
        order by h.at desc limit 1) as "lastCheck"`

/** Selects the lines of the order `o`. */
const scannedLines = (ownerId: string): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('position', i.position, 'name', i.name, 'variantLabel', i.variant_label,
      'image', i.image_url, 'quantity', i.quantity, 'isGift', i.is_gift, 'sellerSku', i.seller_sku, 'shopSku', i.shop_sku,
      'scanned', coalesce((select n.scanned from order_line_scans n
        where n.owner_id = ${ownerId} and n.order_id = o.id and n.position = i.position), 0),
      'ownCodes', array(select k.prime_sku from product_skus v
        join skus k on k.owner_id = ${ownerId} and k.id = v.sku_id
        where v.owner_id = ${ownerId} and v.shop_id = o.shop_id and v.shop_sku = i.shop_sku)
      || array(select k.barcode from product_skus v
        join skus k on k.owner_id = ${ownerId} and k.id = v.sku_id
        where v.owner_id = ${ownerId} and v.shop_id = o.shop_id and v.shop_sku = i.shop_sku and k.barcode is not null),
      'parts', (select coalesce(json_agg(json_build_object('name', k.name, 'quantity', m.quantity,
            'codes', array_remove(array[k.prime_sku, k.barcode], null)) order by m.part_id), '[]')
        from sku_parts m join skus k on k.owner_id = ${ownerId} and k.id = m.part_id
        where m.owner_id = ${ownerId} and m.bundle_id = (select v.sku_id from product_skus v
          where v.owner_id = ${ownerId} and v.shop_id = o.shop_id and v.shop_sku = i.shop_sku
          order by v.sku_id is null, v.id limit 1))
      ) order by i.position), '[]')
    from order_items i where i.owner_id = ${ownerId} and i.order_id = o.id)`

const { pending, confirmed, ready_to_ship: ready } = orderStatusIds

/** `free`: shops whose orders are packed without a hand-over that the console arranges. */
export type StationReader = { ownerId: string; visible: number[]; free: number[] }

/** Orders `o` that are not packed, and that nothing keeps from it. */
export const isUnpacked = 'o.checked_at is null and o.cancel_requested_at is null and not o.is_digital'

/** Parcels are counted up to so many. */
const mostCounted = 5000

/** Orders `o` that can be packed now, as a run of the index by ship-by time for each status. */
const packable = ({ ownerId, visible, free }: StationReader, most: number): RawBuilder<unknown> => sql`
  (select o.id, o.ship_by from unnest(${[ready, pending, confirmed]}::smallint[]) as run(status) cross join lateral (
    select o.id, o.ship_by from orders o
    where o.owner_id = ${ownerId} and o.status = run.status and ${sql.raw(isUnpacked)}
      and (run.status = ${ready} or o.shop_id = any(${free}::bigint[]))
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
    order by o.ship_by, o.id limit ${most}) o order by o.ship_by, o.id limit ${most})`

export async function listPackable(tx: Tx, reader: StationReader, most: number): Promise<ScannedOrder[]> {
  const { ownerId } = reader
  const { rows } = await sql<ScannedOrder>`select ${scannedOrder(ownerId)}
    from ${packable(reader, most)} page cross join lateral (
      select o.* from orders o where o.owner_id = ${ownerId} and o.id = page.id limit 1) o
    order by o.ship_by, o.id`.execute(tx)
  return rows
}

/** Parcels to pack, for every page that tells how many there are. */
export async function countPackable(tx: Tx, reader: StationReader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${packable(reader, mostCounted)} page`.execute(tx)
  return rows[0]?.count ?? 0
}

export type StationFigures = {
  checkedToday: number
  last: {
    id: number
    channelOrderId: string
    shortCode: string | null
    image: string | null
    pieces: number
    status: number
    by: string | null
    at: Date
  }[]
}

export async function readStationFigures(
  tx: Tx,
  reader: StationReader,
  since: Date,
): Promise<StationFigures> {
  const { ownerId, visible } = reader
  const seen = sql`(cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))`
  const { rows: figures } = await sql<{ checkedToday: number }>`select
    (select count(*)::int from orders o
      where o.owner_id = ${ownerId} and o.checked_at >= ${since} and ${seen}) as "checkedToday"`.execute(tx)
  const { rows: last } = await sql<StationFigures['last'][number]>`
    select o.id, o.channel_order_id as "channelOrderId", o.short_code as "shortCode", o.preview->0->>'image' as image,
      o.quantity as pieces, o.status, (select h.actor_name from order_history h
        where h.owner_id = ${ownerId} and h.order_id = o.id and h.event = 'scan_checked'
        order by h.at desc limit 1) as by, o.checked_at as at
    from orders o where o.owner_id = ${ownerId} and o.checked_at is not null and ${seen}
    order by o.checked_at desc limit 5`.execute(tx)
  return { checkedToday: figures[0]?.checkedToday ?? 0, last }
}

export type ScanCheck = { by: string | null; at: Date }

export async function saveScanCheck(
  tx: Tx,
  ownerId: string,
  order: { id: number; shopId: number; status: number },
  by: string,
  at = new Date(),
): Promise<ScanCheck> {
  await sql`insert into order_history (owner_id, order_id, at, event, to_status, actor_type, actor_name)
    values (${ownerId}, ${order.id}, ${at}, 'scan_checked', ${order.status}, 'user', ${by})
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
  await sql`update orders set checked_at = ${at}, scanned = quantity
    where owner_id = ${ownerId} and id = ${order.id}`.execute(tx)
  return { by, at }
}

export function emitScanned(tx: Tx, ownerId: string, orders: { id: number; shopId: number }[]): void {
  for (const [shopId, ofShop] of Map.groupBy(orders, (order) => order.shopId)) {
    const value = { shop_id: shopId, created: 0, updated: ofShop.length, ids: ofShop.map(({ id }) => id) }
    saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
  }
}
