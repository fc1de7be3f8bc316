/**
 * Saves what a channel reports about its orders: the orders, their lines, packages, history, search terms, customers and
 * counters, in the caller's transaction and in a fixed number of statements however many orders there are.
 *
 * Saving the same report again changes nothing; a report older than the stored one is ignored.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import {
  moveOrder,
  orderStatusIds,
  orderStatusOf,
  type OrderEvent,
  type OrderStatus,
} from '../../model/order-status.ts'
import { mergeLines, orderValue, paymentMethodIds, type ChannelOrder } from '../../model/order.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { saveCustomers } from '../customers/customer-intake-store.ts'
import { holdStock } from '../stock/stock-ledger-store.ts'
import { changeCounts } from './order-counts-store.ts'
import { orderTerms } from './order-terms.ts'
import { storable } from '../db/storable-text.ts'

export type IntakeShop = { ownerId: string; ownerNumber: number; timezone: string; shopId: number }

export type Intake = { created: number[]; updated: number[] }

/** What is known of a stored order before the report is applied. */
type Stored = {
  id: number
  channel_order_id: string
  status: number
  payment_method: number
  placed_at: Date
  changed_at: Date
  digest: string
  customer_id: number | null
  total: number
  address: ChannelOrder['address']
  cancel_requested_at: Date | null
  created_at: Date
}

/** A report that changes something, beside what it changes. */
export type Change = {
  order: ChannelOrder
  id: number
  before: Stored | undefined
  status: OrderStatus
  event: OrderEvent | null
  customerId: number | null
  total: number
}

export async function saveOrders(tx: Tx, shop: IntakeShop, reports: ChannelOrder[]): Promise<Intake> {
  const digests = new Map<ChannelOrder, string>()
  for (const report of newestOfEach(reports)) {
    const json = JSON.stringify(report)
    digests.set(storable(report, json), digestOf(json))
  }
  const orders = [...digests.keys()]
  const stored = await lockStored(tx, shop, orders)
  const news = orders.filter((order) => isNews(order, digests.get(order), stored.get(order.channelOrderId)))
  if (news.length === 0) return { created: [], updated: [] }

  const freshIds = await drawIds(tx, news.filter((order) => !stored.has(order.channelOrderId)).length)
  const changes = news.map((report): Change => {
    const before = stored.get(report.channelOrderId)
    const { to, event } = moveOrder(before ? orderStatusOf(before.status) : null, report.status)
    const order = {
      ...report,
      lines: mergeLines(report.lines),
      address: clearest(before?.address, report.address),
    }
    const id = before?.id ?? freshIds.pop()
    if (id === undefined) throw new Error('ran out of drawn ids')
    return {
      order,
      id,
      before,
      status: to,
      event,
      customerId: before?.customer_id ?? null,
      total: orderValue(order.payment),
    }
  })

  await saveCustomers(tx, shop, changes)
  await saveOrderRows(tx, shop, changes, digests)
  await saveLines(tx, shop, changes)
  await savePackages(tx, shop, changes)
  await saveHistory(tx, shop, changes)
  await saveTerms(tx, shop, changes)
  await changeCounts(
    tx,
    shop,
    changes.flatMap(({ before, order, status }) => [
      ...(before
        ? [
            {
              by: -1 as const,
              placedAt: before.placed_at,
              paymentMethod: before.payment_method,
              status: before.status,
            },
          ]
        : []),
      {
        by: 1 as const,
        placedAt: order.placedAt,
        paymentMethod: paymentMethodIds[order.paymentMethod],
        status: orderStatusIds[status],
      },
    ]),
  )
  await holdStock(
    tx,
    shop,
    changes.map(({ id, status, before, order: { placedAt, lines } }) => ({
      id,
      status,
      placedAt,
      heardAt: before?.created_at ?? new Date(),
      lines,
    })),
  )
  return {
    created: changes.filter(({ before }) => !before).map(({ id }) => id),
    updated: changes.filter(({ before }) => before).map(({ id }) => id),
  }
}

/** A page may hold one order twice when it changed while the channel was listing. */
function newestOfEach(orders: ChannelOrder[]): ChannelOrder[] {
  const newest = new Map<string, ChannelOrder>()
  for (const order of orders) {
    const seen = newest.get(order.channelOrderId)
    if (!seen || seen.changedAt <= order.changedAt) newest.set(order.channelOrderId, order)
  }
  return [...newest.values()]
}

function isNews(order: ChannelOrder, digest: string | undefined, stored: Stored | undefined): boolean {
  return !stored || (order.changedAt >= stored.changed_at && digest !== stored.digest)
}

function digestOf(json: string): string {
  return hash('sha1', json, 'base64')
}

/** Channels hide addresses in some states; what was clear once stays clear. */
function clearest(
  before: ChannelOrder['address'] | undefined,
  report: ChannelOrder['address'],
): ChannelOrder['address'] {
  return before && !before.isMasked && (!report || report.isMasked) ? before : report
}

async function lockStored(tx: Tx, shop: IntakeShop, orders: ChannelOrder[]): Promise<Map<string, Stored>> {
  const ids = orders.map(({ channelOrderId }) => channelOrderId)
  const { rows } = await sql<Stored>`
    select id, channel_order_id, status, payment_method, placed_at, changed_at, digest, customer_id, total, address,
      cancel_requested_at, created_at
    from orders where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_order_id = any(${ids}::text[])
    order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.channel_order_id, row]))
}

async function saveOrderRows(
  tx: Tx,
  shop: IntakeShop,
  changes: Change[],
  digests: Map<ChannelOrder, string>,
): Promise<void> {
  const now = new Date()
  const reports = new Map([...digests].map(([order, digest]) => [order.channelOrderId, digest]))
  const rows = changes.map(({ order, id, status, customerId, total }) => {
    const [first] = order.lines
    const tracked = order.packages.find(({ trackingNumber }) => trackingNumber) ?? order.packages[0]
    return {
      id,
      channel_order_id: order.channelOrderId,
      status: orderStatusIds[status],
      channel_status: order.channelStatus,
      payment_method: paymentMethodIds[order.paymentMethod],
      currency: order.currency,
      total,
      quantity: order.lines.reduce((sum, line) => sum + line.quantity, 0),
      line_count: order.lines.length,
      preview: first
        ? [{ name: first.name, image: first.imageUrl, shop_sku: first.shopSku, quantity: first.quantity }]
        : [],
      customer_id: customerId,
      buyer_name: clearName(order),
      buyer_phone: order.address?.isMasked ? null : (order.address?.phone ?? null),
      place: placeOf(order),
      tracking_number: tracked?.trackingNumber ?? null,
      provider: tracked?.provider ?? null,
      pickup_failed: order.pickupFailed,
      note: order.sellerNote,
      buyer_message: order.buyerMessage,
      cancel_reason: order.cancelReason,
      cancel_initiator: order.cancelInitiator,
      placed_at: order.placedAt,
      paid_at: order.paidAt,
      shipped_at: isUnderway(status) ? order.changedAt : null,
      completed_at: order.completedAt,
      ship_by: order.shipBy,
      cancel_requested_at: order.cancelRequestedAt,
      cancel_deadline: order.cancelDeadline,
      address: order.address,
      payment: order.payment,
      changed_at: order.changedAt,
      digest: reports.get(order.channelOrderId),
    }
  })
  await sql`insert into orders as o (owner_id, shop_id, id, channel_order_id, status, channel_status, payment_method, currency,
      total, quantity, line_count, preview, customer_id, buyer_name, buyer_phone, place, tracking_number, provider,
      pickup_failed, note, buyer_message, cancel_reason, cancel_initiator, placed_at, paid_at, shipped_at, completed_at,
      ship_by, cancel_requested_at, cancel_deadline, address, payment, changed_at, digest, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, channel_order_id text, status smallint,
      channel_status text, payment_method smallint, currency text, total bigint, quantity integer, line_count integer,
      preview jsonb, customer_id bigint, buyer_name text, buyer_phone text, place text, tracking_number text, provider text,
      pickup_failed boolean, note text, buyer_message text, cancel_reason text, cancel_initiator text,
      placed_at timestamptz, paid_at timestamptz, shipped_at timestamptz, completed_at timestamptz, ship_by timestamptz,
      cancel_requested_at timestamptz, cancel_deadline timestamptz, address jsonb, payment jsonb, changed_at timestamptz,
      digest text)
    on conflict (owner_id, shop_id, channel_order_id) do update set status = excluded.status,
      channel_status = excluded.channel_status, payment_method = excluded.payment_method, total = excluded.total,
      quantity = excluded.quantity, line_count = excluded.line_count, preview = excluded.preview,
      customer_id = excluded.customer_id, buyer_name = coalesce(excluded.buyer_name, o.buyer_name),
      buyer_phone = coalesce(excluded.buyer_phone, o.buyer_phone), place = coalesce(excluded.place, o.place),
      tracking_number = coalesce(excluded.tracking_number, o.tracking_number),
      provider = coalesce(excluded.provider, o.provider), pickup_failed = excluded.pickup_failed,
      note = coalesce(excluded.note, o.note), buyer_message = excluded.buyer_message,
      cancel_reason = excluded.cancel_reason, cancel_initiator = excluded.cancel_initiator, placed_at = excluded.placed_at,
      paid_at = coalesce(excluded.paid_at, o.paid_at), shipped_at = coalesce(o.shipped_at, excluded.shipped_at),
      completed_at = coalesce(o.completed_at, excluded.completed_at), ship_by = excluded.ship_by,
      cancel_requested_at = case when excluded.cancel_requested_at is null then null
        else coalesce(o.cancel_requested_at, excluded.cancel_requested_at) end,
      cancel_deadline = case when excluded.cancel_requested_at is null then null
        else coalesce(o.cancel_deadline, excluded.cancel_deadline) end,
      address = excluded.address, payment = excluded.payment, changed_at = excluded.changed_at, digest = excluded.digest,
      updated_at = excluded.updated_at`.execute(tx)
}

async function saveLines(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, order }) =>
    order.lines.map((line, position) => ({
      order_id: id,
      position,
      shop_sku: line.shopSku,
      seller_sku: line.sellerSku,
      name: line.name,
      variant_label: line.variantLabel,
      image_url: line.imageUrl,
      quantity: line.quantity,
      total: line.total,
      is_gift: line.isGift,
    })),
  )
  const changed = changes.filter(({ before }) => before)
  if (changed.length > 0) {
    const counts = changed.map(({ id, order }) => ({ id, lines: order.lines.length }))
    await sql`delete from order_items i using json_to_recordset(${JSON.stringify(counts)}::json) as c(id bigint, lines smallint)
      where i.owner_id = ${shop.ownerId} and i.order_id = c.id and i.position >= c.lines`.execute(tx)
  }
  await sql`insert into order_items as i (owner_id, order_id, position, shop_sku, seller_sku, name, variant_label, image_url,
      quantity, total, is_gift)
    select ${shop.ownerId}::uuid, r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_id bigint,
      position smallint, shop_sku text, seller_sku text, name text, variant_label text, image_url text, quantity integer,
      total bigint, is_gift boolean)
    on conflict (owner_id, order_id, position) do update set shop_sku = excluded.shop_sku, seller_sku = excluded.seller_sku,
      name = excluded.name, variant_label = excluded.variant_label, image_url = excluded.image_url,
      quantity = excluded.quantity, total = excluded.total, is_gift = excluded.is_gift
    where (i.shop_sku, i.seller_sku, i.name, i.variant_label, i.image_url, i.quantity, i.total, i.is_gift) is distinct from
      (excluded.shop_sku, excluded.seller_sku, excluded.name, excluded.variant_label, excluded.image_url,
       excluded.quantity, excluded.total, excluded.is_gift)`.execute(tx)
}

async function savePackages(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, order }) =>
    order.packages.map((one) => ({
      order_id: id,
      channel_package_id: one.channelPackageId,
      provider: one.provider,
      tracking_number: one.trackingNumber,
      channel_status: one.channelStatus,
    })),
  )
  if (rows.length === 0) return
  await sql`insert into order_packages as p (owner_id, order_id, channel_package_id, provider, tracking_number, channel_status)
    select ${shop.ownerId}::uuid, r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_id bigint,
      channel_package_id text, provider text, tracking_number text, channel_status text)
    on conflict (owner_id, order_id, channel_package_id) do update set provider = excluded.provider,
      tracking_number = coalesce(excluded.tracking_number, p.tracking_number),
      channel_status = excluded.channel_status`.execute(tx)
}

async function saveHistory(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, before, order, status, event }) => {
    const to = orderStatusIds[status]
    const entry = (at: Date, what: OrderEvent, from: number | null, toStatus: number) => ({
      order_id: id,
      at,
      event: what,
      from_status: from,
      to_status: toStatus,
      note: order.channelStatus,
    })
    const asked = cancelEvent(before?.cancel_requested_at, order.cancelRequestedAt)
    const askedEntries = asked ? [entry(order.changedAt, asked, to, to)] : []
    if (before) return [...(event ? [entry(order.changedAt, event, before.status, to)] : []), ...askedEntries]
    // A first report tells more than its last state: when the order was placed, and how it came to stand where it does.
    const { event: latest } = moveOrder('unpaid', order.status)
    const placed = entry(order.placedAt, 'placed', null, orderStatusIds.unpaid)
    return [
      placed,
      ...(latest ? [entry(order.changedAt, latest, orderStatusIds.unpaid, to)] : []),
      ...askedEntries,
    ]
  })
  if (rows.length === 0) return
  await sql`insert into order_history (owner_id, order_id, at, event, from_status, to_status, actor_type, note)
    select ${shop.ownerId}::uuid, r.order_id, r.at, r.event, r.from_status, r.to_status, 'channel', r.note
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_id bigint, at timestamptz, event text,
      from_status smallint, to_status smallint, note text)
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
}

function cancelEvent(before: Date | null | undefined, now: Date | null): OrderEvent | null {
  if (Boolean(before) === Boolean(now)) return null
  return now ? 'cancel_requested' : 'cancel_request_withdrawn'
}

async function saveTerms(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.map(({ id, order, status }) => ({
    order_id: id,
    status: orderStatusIds[status],
    placed_at: order.placedAt,
    terms: orderTerms(shop.ownerNumber, order),
  }))
  await sql`insert into order_search as s (owner_id, shop_id, order_id, status, placed_at, terms)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.order_id, r.status, r.placed_at, array_to_tsvector(r.terms)
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(order_id bigint, status smallint, placed_at timestamptz, terms text[])
    on conflict (owner_id, order_id) do update
      set status = excluded.status, placed_at = excluded.placed_at, terms = excluded.terms
    where (s.status, s.placed_at, s.terms) is distinct from (excluded.status, excluded.placed_at, excluded.terms)`.execute(
    tx,
  )
}

function isUnderway(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered' || status === 'failed' || status === 'returned'
}

/** Asterisks tell nobody apart; the name under which the buyer shops does. */
function clearName({ address, buyer }: Pick<ChannelOrder, 'address' | 'buyer'>): string | null {
  return (address?.isMasked ? undefined : address?.name) ?? buyer?.name ?? null
}

function placeOf({ address }: ChannelOrder): string | null {
  if (!address || address.isMasked) return null
  const parts = [address.city ?? address.district, address.province].filter(Boolean)
  return parts.length > 0 ? [...new Set(parts)].join(', ') : null
}
