/** One order with all that belongs to it, its history, and the star. */
import { sql, type RawBuilder } from 'kysely'
import { orderStatusIds } from '../../../model/order-status.ts'
import { columnList, pick, type JsonRow } from '../../db/column-list.ts'
import type { Database, Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { changeMarked } from '../list/order-counts-store.ts'
import { rowOfOrder, rowOfShop } from '../list/order-row.ts'
import { lineColumns, orderColumns, packageColumns } from '../orders-table.ts'
import { settlementColumns } from '../../settlements/settlement-store.ts'
import { parcelsColumn, shipmentsColumn, type OrderShipment } from '../actions/order-to-act-store.ts'
import { latestActionColumn, type StoredAction } from '../actions/order-action-store.ts'

const ofOrder = columnList({
  ...rowOfOrder,
  ...pick(
    orderColumns,
    'channelStatus',
    'buyerMessage',
    'cancelText',
    'cancelInitiator',
    'isDigital',
    'paidAt',
    'completedAt',
    'address',
    'payment',
    'noteVersion',
    'noteBy',
  ),
})
/** `region`: ISO 3166 country of the shop. */
const ofShop = columnList({ ...rowOfShop, platformUrl: 'text?', region: 'text' } as const)
const lineList = columnList(lineColumns)
const packageList = columnList({ ...packageColumns, printedAt: 'timestamptz?' } as const)
const settlementList = columnList(settlementColumns)
export type OrderDetail = JsonRow<typeof ofOrder.columns> &
  JsonRow<typeof ofShop.columns> & {
    lines: OrderLineRow[]
    packages: JsonRow<typeof packageList.columns>[]
    /** Mail address of the buyer as a customer, which the order itself may lack. */
    customerEmail: string | null
    shopStatus: number
    /** Personal data of the buyer was erased. */
    isErased: boolean
    settlement: JsonRow<typeof settlementList.columns> | null
    /** Sum that returns refunded to the buyer, in minor units. */
    refunded: number
    /** Into how many parcels it is divided for the owner's own couriers, and those that one has. */
    parcels: number
    shipments: OrderShipment[]
    /** Warehouses that its pieces are taken from; empty while the account has only one. */
    warehouses: { id: number; name: string }[]
    /** Pieces that it has reserved and that are not on hand once the orders before it have theirs. */
    missing: { skuId: number; code: string; pieces: number; warehouseId: number }[]
  }

type OrderLineRow = JsonRow<typeof lineColumns> & {
  /** Variant of the listing that was sold; null once the shop no longer lists it. */
  productSkuId: number | null
  productId: number | null
  skuId: number | null
}

/** `visible`: the shops that the reader may see; empty means all. */
export async function findOrder(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<OrderDetail | undefined> {
  const { rows } = await sql<{ found: OrderDetail }>`
    select row_to_json(d) as found from (${wholeOrder(ownerId, orderId, visible)}) d`.execute(tx)
  return rows[0]?.found
}

/** The same for a page that only looks at it, with what was last asked for about the order: one prepared statement. */
export async function readOrder(
  db: Database,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<{ order: OrderDetail; action: StoredAction | null } | undefined> {
  const { sql: text, parameters } = sql`
    select row_to_json(d) as "order", ${latestActionColumn(ownerId, orderId)} as action
    from (${wholeOrder(ownerId, orderId, visible)}) d`.compile(db.single)
  const statement = { name: 'order', text, values: [...parameters] }
  type Found = { order: OrderDetail & { ownerId: string }; action: StoredAction | null }
  const [found] = await db.hotRead<Found>(ownerId, statement)
  if (found && found.order.ownerId !== ownerId) throw new Error('an order of another owner was read')
  return found
}

export type OrderShop = {
  shopId: number
  channelOrderId: string
  trackingNumber: string | null
  status: number
  customerId: number | null
}

/** Reads the facts of an order that most lookups need. Undefined: no such order that the reader may see. */
export async function readOrderShop(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<OrderShop | undefined> {
  const { rows } = await sql<OrderShop>`
    select o.shop_id as "shopId", o.channel_order_id as "channelOrderId", o.tracking_number as "trackingNumber",
      o.status, o.customer_id as "customerId"
    from orders o where o.owner_id = ${ownerId} and o.id = ${orderId}
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))`.execute(tx)
  return rows[0]
}

const emailColumn = (ownerId: string): RawBuilder<unknown> => sql`
  (select c.email from customers c where c.owner_id = ${ownerId} and c.id = o.customer_id)`

const wholeOrder = (ownerId: string, orderId: number, visible: number[]): RawBuilder<unknown> => sql`
  select o.owner_id as "ownerId", ${ofOrder.select('o')}, ${ofShop.select('s')}, s.status as "shopStatus",
    o.erased_at is not null as "isErased",
    ${parcelsColumn(ownerId, sql`${orderId}::bigint`)} as parcels,
    ${shipmentsColumn(ownerId, sql`${orderId}::bigint`)} as shipments,
    (select coalesce(json_agg(l order by l.position), '[]') from (
      select ${lineList.select('i')}, k.id as "productSkuId", k.product_id as "productId", k.sku_id as "skuId"
      from order_items i left join lateral (
        select p.id, p.product_id, p.sku_id from product_skus p
        where p.owner_id = ${ownerId} and p.shop_id = o.shop_id and p.shop_sku = i.shop_sku order by p.id limit 1) k on true
      where i.owner_id = ${ownerId} and i.order_id = ${orderId}) l) as lines,
    (select coalesce(json_agg(p order by p."channelPackageId"), '[]') from (
      select ${packageList.select('p')} from order_packages p
      where p.owner_id = ${ownerId} and p.order_id = ${orderId}) p) as packages,
    (select coalesce(json_agg(h order by h.pieces desc, h.id), '[]') from (
      select w.id, w.name, sum(k.reserved + k.shipped) as pieces
      from stock_reservations k join warehouses w on w.owner_id = ${ownerId} and w.id = k.warehouse_id
      where k.owner_id = ${ownerId} and k.order_id = ${orderId}
        and exists (select from warehouses x where x.owner_id = ${ownerId} and x.id <> w.id)
      group by w.id, w.name) h where h.pieces > 0) as warehouses,
    (select coalesce(json_agg(m order by m.code), '[]') from (
      select u.id as "skuId", u.prime_sku as code, least(k.reserved, b.earlier + k.reserved - f.on_hand)::int as pieces,
        k.warehouse_id as "warehouseId"
      from stock_reservations k
      join stock f on f.owner_id = ${ownerId} and f.sku_id = k.sku_id and f.warehouse_id = k.warehouse_id and f.on_hand < f.reserved
      join skus u on u.owner_id = ${ownerId} and u.id = k.sku_id
      cross join lateral (
        select coalesce(sum(e.reserved), 0) as earlier from stock_reservations e
        where e.owner_id = ${ownerId} and e.sku_id = k.sku_id and e.warehouse_id = k.warehouse_id and e.order_id < k.order_id) b
      where k.owner_id = ${ownerId} and k.order_id = ${orderId} and k.reserved > 0
        and b.earlier + k.reserved > f.on_hand) m) as missing,
    (select row_to_json(t) from (
      select ${settlementList.select('t')} from settlements t
      where t.owner_id = ${ownerId} and t.shop_id = o.shop_id and t.channel_order_id = o.channel_order_id) t) as settlement,
    (select coalesce(sum(r.refund), 0) from return_cases r where r.owner_id = ${ownerId} and r.shop_id = o.shop_id
      and r.channel_order_id = o.channel_order_id and r.refunded_at is not null) as refunded,
    ${emailColumn(ownerId)} as "customerEmail"
  from orders o join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
  where o.owner_id = ${ownerId} and o.id = ${orderId}
    and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))`

/** Row as JSON returns it. */
export type HistoryRow = {
  at: string
  event: string
  fromStatus: number | null
  toStatus: number
  actorType: string
  actorName: string | null
  note: string | null
}

/** Address that mails to the buyer go to; null: not known. */
export function buyerEmail({
  address,
  customerEmail,
}: Pick<OrderDetail, 'address' | 'customerEmail'>): string | null {
  return address?.email ?? customerEmail
}

/** Undefined: no such order that the reader may see. Mails to the buyer are told with what became of them. */
export async function readHistory(
  db: Database,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<HistoryRow[] | undefined> {
  // Within a second the entry of the later status is the later one; only a failed delivery is followed by lower ones.
  const { sql: text, parameters } = sql`
    select (select coalesce(json_agg(h order by h.at desc, h.event like 'cancel_request%' desc,
          coalesce(h."fromStatus", 0) = ${orderStatusIds.failed} desc, h."toStatus" desc), '[]')
        from (select at, event, from_status as "fromStatus", to_status as "toStatus", actor_type as "actorType",
            actor_name as "actorName", note from order_history
          where owner_id = ${ownerId} and order_id = o.id
          union all
          select created_at, 'buyer_mail_' || state, null, o.status, 'user', user_name, kind from buyer_mails
          where owner_id = ${ownerId} and order_id = o.id) h) as history
    from orders o where o.owner_id = ${ownerId} and o.id = ${orderId}
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))`.compile(db.single)
  const statement = { name: 'order-history', text, values: [...parameters] }
  const [found] = await db.hotRead<{ history: HistoryRow[] }>(ownerId, statement)
  return found?.history
}

/** Finds the team member who last changed the order after `since`; undefined: only its channel changed it. */
export async function findLastEditor(
  tx: Tx,
  ownerId: string,
  orderId: number,
  since: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select actor_name as name from order_history
    where owner_id = ${ownerId} and order_id = ${orderId} and actor_type = 'user' and at > ${since}
    order by at desc limit 1`.execute(tx)
  return rows[0]?.name ?? undefined
}

export type OrderNote = { note: string | null; noteVersion: number; noteBy: string | null }

/** The team's own note, which the channel's no longer replaces. Its order must be locked. */
export async function saveOrderNote(
  tx: Tx,
  ownerId: string,
  orderId: number,
  note: string | null,
  by: string,
): Promise<OrderNote> {
  const { rows } = await sql<OrderNote & { shopId: number }>`
    update orders set note = ${note}, is_note_own = true, note_version = note_version + 1, note_by = ${by}
    where owner_id = ${ownerId} and id = ${orderId}
    returning note, note_version as "noteVersion", note_by as "noteBy", shop_id as "shopId"`.execute(tx)
  const [saved] = rows
  if (!saved) throw new Error(`the order ${orderId} is not there`)
  const value = { shop_id: saved.shopId, created: 0, updated: 1, ids: [orderId] }
  saveEvent(tx, { ownerId, channel: 'order.change', shopId: saved.shopId, value })
  return saved
}

/** Reads the note of an order, which must exist. */
export async function getOrderNote(tx: Tx, ownerId: string, orderId: number): Promise<OrderNote> {
  const { rows } = await sql<OrderNote>`
    select note, note_version as "noteVersion", note_by as "noteBy" from orders where owner_id = ${ownerId} and id = ${orderId}`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error(`the order ${orderId} is not there`)
  return found
}

/** Answers with the orders that are the reader's, starred now as asked. */
export async function starOrders(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
  isStar: boolean,
  visible: number[],
): Promise<number[]> {
  const { rows } = await sql<{
    id: number
    shopId: number
    paymentMethod: number
    courier: number | null
    status: number
    isStar: boolean
  }>`
    select id, shop_id as "shopId", payment_method as "paymentMethod", courier, status, is_star as "isStar" from orders
    where owner_id = ${ownerId} and id = any(${orderIds}::bigint[])
      and (cardinality(${visible}::bigint[]) = 0 or shop_id = any(${visible}::bigint[]))
    order by id for no key update`.execute(tx)
  const changed = rows.filter((row) => row.isStar !== isStar)
  if (changed.length > 0) {
    const ids = changed.map(({ id }) => id)
    await sql`update orders set is_star = ${isStar} where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(
      tx,
    )
    await changeMarked(tx, ownerId, 'isStar', isStar ? 1 : -1, changed)
  }
  return rows.map(({ id }) => id)
}
