/** Parcels that come back although their buyer asked for no return: what there is to take in, and what was. */
import { sql } from 'kysely'
import { shipmentStatusIds } from '../../model/delivery.ts'
import { orderStatusIds } from '../../model/order-status.ts'
import { returnStatusIds } from '../../model/return-case.ts'
import type { Tx } from '../db/database.ts'
import { type BackPieces, type BundlePart, partsOf, type ReceivedLine } from './return-store.ts'

export type ParcelBack = {
  orderId: number
  shopId: number
  /** ISO text; null: nobody has taken the goods in. */
  receivedAt: string | null
  receivedName: string | null
  note: string | null
  isRefundOnly: boolean
  lines: ParcelBackLine[]
}

export type ParcelBackLine = {
  position: number
  shopSku: string
  name: string
  variantLabel: string | null
  quantity: number
  restocked: number
  writtenOff: number
  parts: BundlePart[]
}

/**
 * Statuses of orders whose parcel comes back. Not every channel has a word for one that is back: marketplaces leave the order failed
 * whose buyer refused the parcel, and stores cancel one that has left.
 */
const { returned, failed, canceled } = orderStatusIds
export const comingBack: ReadonlySet<number> = new Set([returned, failed, canceled])

/** SQL for an order `o`: its money went back, and neither a courier nor a failed delivery tells that its goods do. */
const isRefundOnly = (ownerId: string) => sql`(o.status = ${returned}
  and ((o.payment->>'refund')::bigint > 0 or exists (select from return_cases c where c.owner_id = ${ownerId}
    and c.shop_id = o.shop_id and c.channel_order_id = o.channel_order_id and c.kind = 'refund' and c.refunded_at is not null))
  and not exists (select from order_history h
    where h.owner_id = ${ownerId} and h.order_id = o.id and h.event = 'delivery_failed')
  and not exists (select from shipments d
    where d.owner_id = ${ownerId} and d.order_id = o.id and d.status = ${shipmentStatusIds.returned}))`

/**
 * Undefined: nothing of the order comes back by itself. It never left, or goods of it come with a return, or it was back
 * before we first heard of it: then its pieces lay on the shelf when somebody counted.
 */
export async function findParcelBack(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<ParcelBack | undefined> {
  const { rows } = await sql<{ found: ParcelBack }>`
    select json_build_object('orderId', o.id, 'shopId', o.shop_id, 'receivedAt', b.received_at,
      'receivedName', b.received_name, 'note', b.note, 'isRefundOnly', ${isRefundOnly(ownerId)},
      'lines', (select coalesce(json_agg(json_build_object('position', i.position, 'shopSku', i.shop_sku, 'name', i.name,
          'variantLabel', i.variant_label, 'quantity', i.quantity, 'restocked', coalesce(l.restocked, 0),
          'writtenOff', coalesce(l.written_off, 0),
          'parts', ${partsOf(ownerId, { order: sql`o.id`, shop: sql`o.shop_id`, shopSku: sql`i.shop_sku` })}) order by i.position), '[]')
        from order_items i left join parcel_back_lines l
          on l.owner_id = ${ownerId} and l.order_id = i.order_id and l.position = i.position
        where i.owner_id = ${ownerId} and i.order_id = o.id)) as found
    from orders o left join parcels_back b on b.owner_id = ${ownerId} and b.order_id = o.id
    where o.owner_id = ${ownerId} and o.id = ${orderId} and o.status = any(${[...comingBack]}::smallint[])
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
      and (b.order_id is not null or (
        not exists (select from return_cases c where c.owner_id = ${ownerId} and c.shop_id = o.shop_id
          and c.channel_order_id = o.channel_order_id and c.kind <> 'refund' and c.status <> ${returnStatusIds.rejected})
        and (exists (select from order_history h
            where h.owner_id = ${ownerId} and h.order_id = o.id and h.event in ('returned', 'delivery_failed'))
          or exists (select from stock_reservations k where k.owner_id = ${ownerId} and k.order_id = o.id
            and k.shipped > 0))))`.execute(tx)
  return rows[0]?.found
}

/** Locks the order, so that of two people who take its goods in the second one is told. False: it is not the reader's. */
export async function lockOrder(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<boolean> {
  const { rows } = await sql`select from orders where owner_id = ${ownerId} and id = ${orderId}
      and (cardinality(${visible}::bigint[]) = 0 or shop_id = any(${visible}::bigint[])) for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

/** By shop SKU: what was sold with the order, and what returns brought back of it. */
export async function listBroughtBack(
  tx: Tx,
  ownerId: string,
  orderId: number,
): Promise<Map<string, BackPieces>> {
  const { rows } = await sql<BackPieces & { shopSku: string }>`
    select s.shop_sku as "shopSku", s.sold, coalesce(b.back, 0)::int as back from (
      select o.shop_id, o.channel_order_id, i.shop_sku, sum(i.quantity)::int as sold
      from orders o join order_items i on i.owner_id = ${ownerId} and i.order_id = o.id
      where o.owner_id = ${ownerId} and o.id = ${orderId}
      group by o.shop_id, o.channel_order_id, i.shop_sku) s
    left join lateral (
      select sum(l.restocked + l.written_off) as back from return_cases c
      join return_lines l on l.owner_id = ${ownerId} and l.return_id = c.id and l.shop_sku = s.shop_sku
      where c.owner_id = ${ownerId} and c.shop_id = s.shop_id and c.channel_order_id = s.channel_order_id) b on true`.execute(
    tx,
  )
  return new Map(rows.map(({ shopSku, ...pieces }) => [shopSku, pieces]))
}

/** Sent once more, such a parcel may come back once more: orders' histories and the ledger keep what was found of it before. */
export async function forgetParcelsBack(tx: Tx, ownerId: string, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`delete from parcels_back where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])`.execute(
    tx,
  )
}

/** Notes what was found of each line. The stock is told apart, in the same transaction. */
export async function saveParcelBack(
  tx: Tx,
  ownerId: string,
  { orderId, lines: known }: ParcelBack,
  { by, note, lines }: { by: { userId: number; name: string }; note: string | null; lines: ReceivedLine[] },
): Promise<void> {
  await sql`insert into parcels_back (owner_id, order_id, received_at, received_by, received_name, note)
    values (${ownerId}, ${orderId}, ${new Date()}, ${by.userId}, ${by.name}, ${note})`.execute(tx)
  const skuOf = new Map(known.map(({ position, shopSku }) => [position, shopSku]))
  const rows = lines.map((line) => ({ ...line, shopSku: skuOf.get(line.position) ?? '' }))
  await sql`insert into parcel_back_lines (owner_id, order_id, position, shop_sku, restocked, written_off)
    select ${ownerId}::uuid, ${orderId}::bigint, r.position, r."shopSku", r.restock, r."writeOff"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(position smallint, "shopSku" text, restock integer, "writeOff" integer)
    returning 1`.execute(tx)
}
