/** The rows of orders, their lines and packages, as reports leave them. To be called with the orders' rows locked. */
import { sql } from 'kysely'
import { orderStatusIds } from '../../../model/order-status.ts'
import { paymentMethodIds, type ChannelOrder } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'
import type { Change, IntakeShop } from './order-intake-store.ts'

export async function saveOrderRows(
  tx: Tx,
  shop: IntakeShop,
  changes: Change[],
  digests: Map<ChannelOrder, string>,
): Promise<void> {
  const now = new Date()
  const reports = new Map([...digests].map(([order, digest]) => [order.channelOrderId, digest]))
  const rows = changes.map(({ order, id, status, paidAt, shippedAt, customerId, courier, total }) => {
    const [first] = order.lines
    const tracked = order.packages.find(({ trackingNumber }) => trackingNumber) ?? order.packages[0]
    return {
      id,
      channel_order_id: order.channelOrderId,
      short_code: order.shortCode ?? null,
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
      courier,
      pickup_failed: order.pickupFailed,
      note: order.sellerNote,
      buyer_message: order.buyerMessage,
      cancel_reason: order.cancelReason,
      cancel_initiator: order.cancelInitiator,
      placed_at: order.placedAt,
      paid_at: paidAt,
      shipped_at: shippedAt,
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
  await sql`insert into orders as o (owner_id, shop_id, id, channel_order_id, short_code, status, channel_status, payment_method, currency,
      total, quantity, line_count, preview, customer_id, buyer_name, buyer_phone, place, tracking_number, provider, courier,
      pickup_failed, note, buyer_message, cancel_reason, cancel_initiator, placed_at, paid_at, shipped_at, completed_at,
      ship_by, cancel_requested_at, cancel_deadline, address, payment, changed_at, digest, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, channel_order_id text, short_code text, status smallint,
      channel_status text, payment_method smallint, currency text, total bigint, quantity integer, line_count integer,
      preview jsonb, customer_id bigint, buyer_name text, buyer_phone text, place text, tracking_number text, provider text,
      courier smallint, pickup_failed boolean, note text, buyer_message text, cancel_reason text, cancel_initiator text,
      placed_at timestamptz, paid_at timestamptz, shipped_at timestamptz, completed_at timestamptz, ship_by timestamptz,
      cancel_requested_at timestamptz, cancel_deadline timestamptz, address jsonb, payment jsonb, changed_at timestamptz,
      digest text)
    on conflict (owner_id, shop_id, channel_order_id) do update set short_code = excluded.short_code, status = excluded.status,
      channel_status = excluded.channel_status, payment_method = excluded.payment_method, total = excluded.total,
      quantity = excluded.quantity, line_count = excluded.line_count, preview = excluded.preview,
      customer_id = excluded.customer_id, buyer_name = coalesce(excluded.buyer_name, o.buyer_name),
      buyer_phone = coalesce(excluded.buyer_phone, o.buyer_phone), place = coalesce(excluded.place, o.place),
      tracking_number = coalesce(excluded.tracking_number, o.tracking_number),
      provider = coalesce(excluded.provider, o.provider), pickup_failed = excluded.pickup_failed,
      note = case when o.is_note_own then o.note else coalesce(excluded.note, o.note) end, buyer_message = excluded.buyer_message,
      cancel_reason = excluded.cancel_reason, cancel_initiator = excluded.cancel_initiator, placed_at = excluded.placed_at,
      paid_at = excluded.paid_at, shipped_at = excluded.shipped_at,
      completed_at = coalesce(o.completed_at, excluded.completed_at), ship_by = excluded.ship_by,
      cancel_requested_at = case when excluded.cancel_requested_at is null then null
        else coalesce(o.cancel_requested_at, excluded.cancel_requested_at) end,
      cancel_deadline = case when excluded.cancel_requested_at is null then null
        else coalesce(o.cancel_deadline, excluded.cancel_deadline) end,
      address = excluded.address, payment = excluded.payment, changed_at = excluded.changed_at, digest = excluded.digest,
      updated_at = excluded.updated_at`.execute(tx)
}

export async function saveLines(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
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

export async function savePackages(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, order }) =>
    order.packages.map((one) => ({
      order_id: id,
      channel_package_id: one.channelPackageId,
      provider: one.provider,
      tracking_number: one.trackingNumber,
      channel_status: one.channelStatus,
      lines: one.lines ?? null,
    })),
  )
  if (rows.length === 0) return
  // An order that was divided, or put together again, has other packages than before. One that names none says nothing.
  const known = changes.flatMap(({ id, before }) => (before ? [id] : []))
  if (known.length > 0)
    await sql`delete from order_packages p using (select r.order_id, array_agg(r.channel_package_id) as ids
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_id bigint, channel_package_id text)
        group by r.order_id) n
      where p.owner_id = ${shop.ownerId} and p.order_id = n.order_id and p.order_id = any(${known}::bigint[])
        and p.channel_package_id <> all (n.ids)`.execute(tx)
  await sql`insert into order_packages as p (owner_id, order_id, channel_package_id, provider, tracking_number, channel_status,
      lines)
    select ${shop.ownerId}::uuid, r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_id bigint,
      channel_package_id text, provider text, tracking_number text, channel_status text, lines jsonb)
    on conflict (owner_id, order_id, channel_package_id) do update set provider = excluded.provider,
      tracking_number = coalesce(excluded.tracking_number, p.tracking_number),
      channel_status = excluded.channel_status, lines = excluded.lines`.execute(tx)
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
