/** Returns as the API reads them, and the goods that are taken in. */
import { type RawBuilder, sql } from 'kysely'
import type { ReturnActionKind } from '../../model/return-action.ts'
import { returnStatusIds, type ReturnCase } from '../../model/return-case.ts'
import type { Tx } from '../db/database.ts'
import { latestReturnActionColumn, type StoredAction } from '../orders/actions/order-action-store.ts'

export type ReturnRow = {
  id: number
  shopId: number
  systemName: string
  platformId: number
  shopStatus: number
  channelReturnId: string
  channelOrderId: string
  /** Code that people use for its order. */
  orderCode: string
  /** Null until the order is fetched. */
  orderId: number | null
  orderStatus: number | null
  status: number
  channelStatus: string
  kind: ReturnCase['kind']
  reason: string | null
  images: string[]
  currency: string
  refund: number
  trackingNumber: string | null
  /** Instants are ISO text. */
  requestedAt: string
  answerBy: string | null
  updatedAt: string
  receivedAt: string | null
  receivedName: string | null
  receivedNote: string | null
  lines: ReturnLineRow[]
  /** Latest action. */
  action: StoredAction<ReturnActionKind> | null
}

export type ReturnLineRow = {
  position: number
  shopSku: string
  quantity: number
  refund: number
  restocked: number
  writtenOff: number
  /** Name in the order; null while the order is not stored. */
  name: string | null
  variantLabel: string | null
  imageUrl: string | null
  parts: BundlePart[]
}

export type BundlePart = { skuId: number; code: string }

export type ReturnFilter = {
  ownerId: string
  /** Shops that are asked for and may be seen; undefined: all. */
  shops: number[] | undefined
  statuses: number[]
  orderId: number | undefined
}

export type ReturnCursor = { requestedAt: string; id: number }

type SoldAs = { order: RawBuilder<unknown>; shop: RawBuilder<unknown>; shopSku: RawBuilder<unknown> }

/** SQL for the parts of the bundle that a line sold: those that the order took, or of one that took none, those of the listing. */
export const partsOf = (ownerId: string, { order, shop, shopSku }: SoldAs) => sql`(
  select coalesce(json_agg(json_build_object('skuId', k.id, 'code', k.prime_sku) order by k.id), '[]')
  from (select v.sku_id from product_skus v
    where v.owner_id = ${ownerId} and v.shop_id = ${shop} and v.shop_sku = ${shopSku}
    order by v.sku_id is null, v.id limit 1) b
  cross join lateral (
    select h.sku_id as id from stock_reservations h where h.owner_id = ${ownerId} and h.order_id = ${order}
      and h.bundle_id = b.sku_id and ${shopSku} = any(h.shop_skus)
    union all
    select m.part_id from sku_parts m where m.owner_id = ${ownerId} and m.bundle_id = b.sku_id
      and not exists (select from stock_reservations h where h.owner_id = ${ownerId} and h.order_id = ${order}
        and ${shopSku} = any(h.shop_skus))) m
  join skus k on k.owner_id = ${ownerId} and k.id = m.id)`

/** The columns of `c`, `s` and `o` as one object. */
const fields = (
  ownerId: string,
) => sql`json_build_object('id', c.id, 'shopId', c.shop_id, 'systemName', s.system_name,
  'platformId', s.platform_id, 'shopStatus', s.status, 'channelReturnId', c.channel_return_id,
  'channelOrderId', c.channel_order_id, 'orderId', o.id,
  'orderCode', coalesce(o.short_code, c.channel_order_id), 'orderStatus', o.status, 'status', c.status,
  'channelStatus', c.channel_status, 'kind', c.kind, 'reason', c.reason, 'images', c.images, 'currency', c.currency,
  'refund', c.refund, 'trackingNumber', c.tracking_number, 'requestedAt', c.requested_at, 'answerBy', c.answer_by,
  'updatedAt', c.updated_at, 'receivedAt', c.received_at, 'receivedName', c.received_name,
  'receivedNote', c.received_note,
  'action', ${latestReturnActionColumn(ownerId, sql`c.id`)},
  'lines', (select coalesce(json_agg(json_build_object('position', l.position, 'shopSku', l.shop_sku,
      'quantity', l.quantity, 'refund', l.refund, 'restocked', l.restocked, 'writtenOff', l.written_off, 'name', i.name,
      'variantLabel', i.variant_label, 'imageUrl', i.image_url,
      'parts', ${partsOf(ownerId, { order: sql`o.id`, shop: sql`c.shop_id`, shopSku: sql`l.shop_sku` })}) order by l.position), '[]')
    from return_lines l
    left join lateral (select n.name, n.variant_label, n.image_url from order_items n
      where n.owner_id = ${ownerId} and n.order_id = o.id and n.shop_sku = l.shop_sku order by n.position limit 1) i on true
    where l.owner_id = ${ownerId} and l.return_id = c.id)) as found`

/** Joins that `fields` reads beside the cases `c`. Lateral, so that a page of cases never reads all orders. */
const besides = (ownerId: string) => sql`join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
  left join lateral (select o.id, o.short_code, o.status from orders o
    where o.owner_id = ${ownerId} and o.shop_id = c.shop_id and o.channel_order_id = c.channel_order_id limit 1) o on true`

/** The latest asked for first; goes on behind the cursor. */
export async function listReturns(
  tx: Tx,
  { ownerId, shops, statuses, orderId }: ReturnFilter,
  { limit, after }: { limit: number; after: ReturnCursor | undefined },
): Promise<ReturnRow[]> {
  // Only what is asked for stands in the statement, so that its plan is made for that.
  const conditions = [sql`c.owner_id = ${ownerId}`]
  if (shops) conditions.push(sql`c.shop_id = any(${shops}::bigint[])`)
  if (statuses.length > 0) conditions.push(sql`c.status = any(${statuses}::smallint[])`)
  if (orderId !== undefined)
    conditions.push(sql`(c.shop_id, c.channel_order_id) = (select o.shop_id, o.channel_order_id from orders o
      where o.owner_id = ${ownerId} and o.id = ${orderId})`)
  if (after)
    conditions.push(sql`(c.requested_at, c.id) < (${after.requestedAt}::timestamptz, ${after.id}::bigint)`)
  const { rows } = await sql<{ found: ReturnRow }>`
    select ${fields(ownerId)} from (select c.* from return_cases c where ${sql.join(conditions, sql` and `)}
      order by c.requested_at desc, c.id desc limit ${limit}) c
    ${besides(ownerId)} order by c.requested_at desc, c.id desc`.execute(tx)
  return rows.map(({ found }) => found)
}

/** `visible`: the shops that the reader may see; empty means all. */
export async function findReturn(
  tx: Tx,
  ownerId: string,
  returnId: number,
  visible: number[],
): Promise<ReturnRow | undefined> {
  const { rows } = await sql<{ found: ReturnRow }>`
    select ${fields(ownerId)} from return_cases c ${besides(ownerId)}
    where c.owner_id = ${ownerId} and c.id = ${returnId}
      and (cardinality(${visible}::bigint[]) = 0 or c.shop_id = any(${visible}::bigint[]))`.execute(tx)
  return rows[0]?.found
}

/** Locks the return behind its order, so that two people who act at the same moment are heard one after the other. */
export async function lockReturn(
  tx: Tx,
  ownerId: string,
  returnId: number,
  visible: number[],
): Promise<ReturnRow | undefined> {
  await sql`select from orders o where o.owner_id = ${ownerId} and (o.shop_id, o.channel_order_id) in (
      select c.shop_id, c.channel_order_id from return_cases c where c.owner_id = ${ownerId} and c.id = ${returnId})
    for no key update`.execute(tx)
  await sql`select from return_cases where owner_id = ${ownerId} and id = ${returnId} for update`.execute(tx)
  return findReturn(tx, ownerId, returnId, visible)
}

/** Returns of these orders that wait for an answer, in the order of the locks. */
export async function listRequested(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
  visible: number[],
): Promise<{ id: number; orderId: number }[]> {
  const { rows } = await sql<{ id: number; orderId: number }>`
    select c.id, o.id as "orderId" from orders o join return_cases c
      on c.owner_id = ${ownerId} and c.shop_id = o.shop_id and c.channel_order_id = o.channel_order_id
    where o.owner_id = ${ownerId} and o.id = any(${orderIds}::bigint[]) and c.status = ${returnStatusIds.requested}
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
    order by o.id, c.id`.execute(tx)
  return rows
}

export type ReceivedLine = { position: number; restock: number; writeOff: number }

/** Notes what was found of each line. The stock is told apart, in the same transaction. */
export async function saveReceived(
  tx: Tx,
  ownerId: string,
  returnId: number,
  { by, note, lines }: { by: { userId: number; name: string }; note: string | null; lines: ReceivedLine[] },
): Promise<void> {
  const now = new Date()
  await sql`update return_lines l set restocked = r.restock, written_off = r."writeOff"
    from json_to_recordset(${JSON.stringify(lines)}::json) as r(position smallint, restock integer, "writeOff" integer)
    where l.owner_id = ${ownerId} and l.return_id = ${returnId} and l.position = r.position`.execute(tx)
  await sql`update return_cases set received_at = ${now}, received_by = ${by.userId}, received_name = ${by.name},
      received_note = ${note}, updated_at = ${now}
    where owner_id = ${ownerId} and id = ${returnId}`.execute(tx)
}

/** Saves in the order's history that the products were received, and by whom. */
export async function saveReceivedHistory(
  tx: Tx,
  ownerId: string,
  orderId: number,
  { name, note }: { name: string; note: string | null },
): Promise<void> {
  await sql`insert into order_history (owner_id, order_id, at, event, to_status, actor_type, actor_name, note)
    select ${ownerId}::uuid, o.id, ${new Date()}::timestamptz, 'goods_received', o.status, 'user', ${name}::text, ${note}::text
    from orders o where o.owner_id = ${ownerId} and o.id = ${orderId}
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
}

export type BackPieces = { sold: number; back: number }

/** By shop SKU: what was sold with the return's order, and how much of it other returns, or the courier by itself, brought back. */
export async function listBack(
  tx: Tx,
  ownerId: string,
  { id, orderId, shopId, channelOrderId }: ReturnRow,
): Promise<Map<string, BackPieces>> {
  const { rows } = await sql<BackPieces & { shopSku: string }>`
    select s.shop_sku as "shopSku", s.sold, (coalesce(b.back, 0) + coalesce(p.back, 0))::int as back from (
      select i.shop_sku, sum(i.quantity)::int as sold from order_items i
      where i.owner_id = ${ownerId} and i.order_id = ${orderId} group by i.shop_sku) s
    left join (
      select l.shop_sku, sum(l.restocked + l.written_off) as back from return_cases c
      join return_lines l on l.owner_id = ${ownerId} and l.return_id = c.id
      where c.owner_id = ${ownerId} and c.shop_id = ${shopId} and c.channel_order_id = ${channelOrderId} and c.id <> ${id}
      group by l.shop_sku) b on b.shop_sku = s.shop_sku
    left join (
      select p.shop_sku, sum(p.restocked + p.written_off) as back from parcel_back_lines p
      where p.owner_id = ${ownerId} and p.order_id = ${orderId} group by p.shop_sku) p on p.shop_sku = s.shop_sku`.execute(
    tx,
  )
  return new Map(rows.map(({ shopSku, ...pieces }) => [shopSku, pieces]))
}
