/** One order: all that belongs to it, its history, its buyer and its sender. */
import type { Reply } from '../../../contract/endpoints.ts'
import { refusalOfBuyerMail } from '../../../model/buyer-mail.ts'
import { AppError } from '../../../model/errors.ts'
import { can } from '../../../model/permissions.ts'
import { seesContact } from '../../../model/see-contact.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { readPersonOfOrder } from '../../customers/list/customer-rows-store.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import { comingBack, findParcelBack } from '../../returns/parcel-back-store.ts'
import { presentParcelBack } from '../../returns/present-parcel-back.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { findOrderSender, type OrderSender } from '../../warehouses/order-sender-store.ts'
import { getDefaultWarehouse } from '../../warehouses/warehouses-store.ts'
import { actionsOf } from '../actions/order-actions-of.ts'
import { buyerEmail, readHistory, readOrder, readOrderShop, type OrderDetail } from './order-store.ts'
import { presentHistory } from './present-history.ts'
import { presentOrder } from './present-order.ts'

export function orderDetailRoutes(
  serve: Serve,
  { db, config }: ServerContext,
  channels: ChannelSessions,
): void {
  const { isReady } = createPost(config)

  serve('GET /orders/{id}', (call) => getOrder({ db, channels, isMailReady: isReady }, call))

  serve('GET /orders/{id}/history', async ({ params, session }) => {
    const history = await readHistory(db, session.ownerId, params.id, session.shopIds)
    if (!history) throw new AppError('not_found')
    return { data: history.map(presentHistory) }
  })

  serve('GET /orders/{id}/sender-info', async ({ params, session }) => {
    const { id, name, contactName, phone, address } = await getSender(db, session, params.id)
    return { data: { name: contactName ?? name, phone, address, warehouse_id: id } }
  })

  serve('GET /orders/{id}/check-tracking-number-shopee', async ({ params, session }) => {
    const number = await checkTrackingNumber(db, session, params.id)
    return { data: { has_tracking_number: number !== null, tracking_number: number } }
  })
}

async function getOrder(
  { db, channels, isMailReady }: { db: Database; channels: ChannelSessions; isMailReady: boolean },
  { params, session, language }: Call<'GET /orders/{id}'>,
): Promise<Reply<'GET /orders/{id}'>> {
  const [found, person] = await Promise.all([
    readOrder(db, session.ownerId, params.id, session.shopIds),
    readPersonOfOrder(db, session.ownerId, params.id, session.shopIds),
  ])
  if (!found) throw new AppError('not_found')
  const { order } = found
  const action = found.action ?? undefined
  const back = comingBack.has(order.status)
    ? await db.read(session.ownerId, (tx) => findParcelBack(tx, session.ownerId, order.id, []))
    : undefined
  const sees = { payment: can(session, 'orders.view_payment'), contact: seesContact(session, order.status) }
  const connector = channels.connectorOf(order.platformId)
  const settles = connector?.settlements !== undefined
  const actions = actionsOf(session, standingOf(order), connector, action)
  const url = order.platformUrl && connector?.orderPage?.(order.platformUrl, order.channelOrderId)
  return {
    data: {
      ...presentOrder({ order, person }, language, { ...sees, settles }, actions, action),
      channel_url: url || null,
      buyer_mail_refusal:
        refusalOfBuyerMail({
          mayWrite: can(session, 'orders.edit') && sees.contact,
          isMarketplace: connector?.type === 'marketplace',
          email: buyerEmail(order),
          isMailReady,
        }) ?? null,
      parcel_back: back ? presentParcelBack(back, session) : null,
    },
  }
}

/** Lists the facts that decide which actions the order allows. */
function standingOf(order: OrderDetail): Parameters<typeof actionsOf>[1] {
  return {
    status: order.status,
    channelStatus: order.channelStatus,
    pickupFailed: order.pickupFailed,
    isDigital: order.isDigital,
    isCancelRequested: order.cancelRequestedAt !== null,
    updatedAt: order.updatedAt,
    shopStatus: order.shopStatus,
    parcels: order.parcels,
    shipments: order.shipments,
    region: order.region,
    packages: order.packages.map((one) => ({ id: one.channelPackageId, status: one.channelStatus })),
    things: new Set(order.lines.map((line) => line.shopSku)).size,
    pieces: order.quantity,
  }
}

async function getSender(db: Database, { ownerId, shopIds }: Session, orderId: number): Promise<OrderSender> {
  const find = (tx: Tx) => findOrderSender(tx, ownerId, orderId, shopIds)
  const sender =
    (await db.read(ownerId, find)) ??
    // Nobody has asked for the account's first warehouse yet.
    (await db.asOwner(ownerId, async (tx) => {
      await getDefaultWarehouse(tx, ownerId)
      return find(tx)
    }))
  if (!sender) throw new AppError('not_found')
  return sender
}

/** Null: not known yet, so the channel is asked for the order. */
async function checkTrackingNumber(
  db: Database,
  { ownerId, shopIds }: Session,
  orderId: number,
): Promise<string | null> {
  const order = await db.read(ownerId, (tx) => readOrderShop(tx, ownerId, orderId, shopIds))
  if (!order) throw new AppError('not_found')
  const { shopId, channelOrderId, trackingNumber } = order
  if (trackingNumber === null) {
    const key = { ownerId, shopId, kind: 'order' as const }
    await db.asOwner(ownerId, async (tx) => {
      await markStale(tx, key, [channelOrderId])
      await enqueueSync(tx, key)
    })
  }
  return trackingNumber
}
