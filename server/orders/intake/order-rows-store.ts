/** The rows of orders, their lines and packages, as reports leave them. */
import { sql } from 'kysely'
import { paymentMethodIds, type ChannelOrder } from '../../../model/order.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import { firstChannelCourier } from '../../../model/queue-groups.ts'
import { returnStatusIds } from '../../../model/return-case.ts'
import { columnList } from '../../db/column-list.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { lineColumns, packageColumns, reportedColumns } from '../orders-table.ts'
import { storedColumns, type Change, type StoredOrder } from './order-change.ts'

const stored = columnList(storedColumns)

/** Locks those of the orders that are stored, by the channel's ids. Whoever holds their shop meanwhile may reserve pieces for them. */
export async function lockStored(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelOrderIds: string[],
): Promise<Map<string, StoredOrder>> {
  const { rows } = await sql<StoredOrder>`
    select ${stored.select('o')}, printed_at is not null as "isPrinted", return_status is not null as "hasReturns",
      erased_at is not null as "isErased",
      (payment ->> 'shippingFee')::bigint as "shippingFee",
      return_status is not distinct from ${returnStatusIds.requested}::smallint as "isReturnRequested"
    from orders o where owner_id = ${ownerId} and shop_id = ${shopId} and channel_order_id = any(${channelOrderIds}::text[])
    order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.channelOrderId, row]))
}

const reported = columnList(reportedColumns)
const sinceRequest = (kept: string) =>
  `case when excluded.cancel_requested_at is null then null else ${kept} end`
const reportedUpdates = reported.updates('o', {
  except: ['id', 'channelOrderId', 'currency', 'courier'],
  unlessNull: ['buyerName', 'buyerPhone', 'place', 'trackingNumber', 'provider'],
  to: {
    note: 'case when o.is_note_own then o.note else coalesce(excluded.note, o.note) end',
    completedAt: 'coalesce(o.completed_at, excluded.completed_at)',
    // Channels know nothing of the owner's own couriers.
    pickupFailed: `case when o.courier < ${firstChannelCourier} then o.pickup_failed else excluded.pickup_failed end`,
    cancelRequestedAt: sinceRequest('coalesce(o.cancel_requested_at, excluded.cancel_requested_at)'),
    cancelDeadline: sinceRequest('coalesce(o.cancel_deadline, excluded.cancel_deadline)'),
  },
})

export async function saveOrderRows(tx: Tx, shop: ShopKey, changes: Change[]): Promise<void> {
  const now = new Date()
  await sql`insert into orders as o (owner_id, shop_id, ${reported.names}, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from ${reported.records(changes.map(rowOf))}
    on conflict (owner_id, shop_id, channel_order_id)
    do update set ${reportedUpdates}, updated_at = excluded.updated_at`.execute(tx)
}

function rowOf({
  order,
  id,
  digest,
  status,
  paidAt,
  shippedAt,
  deliveredAt,
  customerId,
  courier,
  region,
  total,
}: Change) {
  const [first] = order.lines
  const tracked = order.packages.find(({ trackingNumber }) => trackingNumber) ?? order.packages[0]
  return {
    id,
    channelOrderId: order.channelOrderId,
    shortCode: order.shortCode ?? null,
    status: orderStatusIds[status],
    channelStatus: order.channelStatus,
    paymentMethod: paymentMethodIds[order.paymentMethod],
    currency: order.currency,
    total,
    quantity: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    lineCount: order.lines.length,
    preview: first
      ? [{ name: first.name, image: first.imageUrl, shop_sku: first.shopSku, quantity: first.quantity }]
      : [],
    customerId,
    buyerName: clearName(order),
    buyerPhone: order.address?.isMasked ? null : (order.address?.phone ?? null),
    place: placeOf(order),
    trackingNumber: tracked?.trackingNumber ?? null,
    provider: tracked?.provider ?? null,
    courier,
    region,
    pickupFailed: order.pickupFailed,
    isDigital: order.isDigital ?? false,
    note: order.sellerNote,
    buyerMessage: order.buyerMessage,
    cancelReason: order.cancelReason,
    cancelText: order.cancelText ?? null,
    cancelInitiator: order.cancelInitiator,
    placedAt: order.placedAt,
    paidAt,
    shippedAt,
    deliveredAt,
    completedAt: order.completedAt,
    shipBy: order.shipBy,
    cancelRequestedAt: order.cancelRequestedAt,
    cancelDeadline: order.cancelDeadline,
    address: order.address,
    payment: order.payment,
    changedAt: order.changedAt,
    digest,
  }
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

const lineList = columnList({ orderId: 'bigint', ...lineColumns } as const)
const lineUpdates = lineList.updates('i', { except: ['orderId', 'position'] })
const lineChanges = lineList.changes('i', ['orderId', 'position'])

export async function saveLines(tx: Tx, shop: ShopKey, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, order }) =>
    order.lines.map((line, position) => ({ ...line, orderId: id, position })),
  )
  const changed = changes.filter(({ before }) => before)
  if (changed.length > 0) {
    const counts = changed.map(({ id, order }) => ({ id, lines: order.lines.length }))
    await sql`delete from order_items i using json_to_recordset(${JSON.stringify(counts)}::json) as c(id bigint, lines smallint)
      where i.owner_id = ${shop.ownerId} and i.order_id = c.id and i.position >= c.lines`.execute(tx)
  }
  await sql`insert into order_items as i (owner_id, ${lineList.names})
    select ${shop.ownerId}::uuid, r.* from ${lineList.records(rows)}
    on conflict (owner_id, order_id, position) do update set ${lineUpdates} where ${lineChanges}`.execute(tx)
}

const packageList = columnList({ orderId: 'bigint', ...packageColumns } as const)
const packageUpdates = packageList.updates('p', {
  except: ['orderId', 'channelPackageId'],
  unlessNull: ['trackingNumber'],
})

export async function savePackages(tx: Tx, shop: ShopKey, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, order }) =>
    order.packages.map((one) => ({ ...one, orderId: id, lines: one.lines ?? null })),
  )
  if (rows.length === 0) return
  // An order that was divided, or put together again, has other packages than before. One that names none says nothing.
  const known = changes.flatMap(({ id, before }) => (before ? [id] : []))
  if (known.length > 0)
    await sql`delete from order_packages p using (select r."orderId", array_agg(r."channelPackageId") as ids
        from ${packageList.records(rows)} group by r."orderId") n
      where p.owner_id = ${shop.ownerId} and p.order_id = n."orderId" and p.order_id = any(${known}::bigint[])
        and p.channel_package_id <> all (n.ids)`.execute(tx)
  await sql`insert into order_packages as p (owner_id, ${packageList.names})
    select ${shop.ownerId}::uuid, r.* from ${packageList.records(rows)}
    on conflict (owner_id, order_id, channel_package_id) do update set ${packageUpdates}`.execute(tx)
}
