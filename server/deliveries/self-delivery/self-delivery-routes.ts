/**
 * Reports of a seller who delivers a parcel himself. No courier is called, so a report is final at once; the store is
 * updated.
 */
import { createHmac } from 'node:crypto'
import { ChannelError } from '../../../connectors/channel-error.ts'
import { selfDeliveryId } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import { toMinor, type Currency } from '../../../model/money.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import type { SelfMove } from '../../../model/self-delivery.ts'
import type { Body } from '../../../contract/endpoints.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import { findOrder } from '../../orders/detail/order-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { findDeliveryDefaults } from '../accounts/delivery-settings-store.ts'
import { drawDoorPhoto } from './door-photo.ts'
import {
  findDoorPhoto,
  findHandoverCode,
  saveDoorPhoto,
  saveHandoverCode,
  type DoorPhoto,
} from './self-delivery-store.ts'
import { findShipment, listLiveShipments, lockShipment, type Shipment } from '../booking/shipments-store.ts'
import { notifyBuyer, reachesBuyer } from './notify-buyer.ts'
import { saveShipmentEvents } from '../tracking/tracking-store.ts'

type Move = Body<'PUT /orders/{id}/status-self-delivery'>
/** Result of a transaction that must commit before a refusal is thrown: a wrong code counts. */
type Done = { refusal: ChannelError } | { code: string | null; sentBy: 'sms' | 'mail' | 'earlier' | null }

export function selfDeliveryRoutes(
  serve: Serve,
  { db, config }: ServerContext,
  couriers: CourierSessions,
): void {
  const byHand = couriers.courierOf(selfDeliveryId)?.byHand
  const pepper = createHmac('sha256', config.secretKey).update('handover codes').digest('hex')
  const post = createPost(config)
  // A real console shows the code to nobody but the buyer.
  const shows = config.mode !== 'production'

  serve('PUT /orders/{id}/status-self-delivery', async ({ params, body, session }) => {
    const photo = body.photo === undefined ? null : await drawDoorPhoto(body.photo)
    const done = await db.asOwner(session.ownerId, async (tx): Promise<Done> => {
      const shipment = await lockOwn(tx, session, params.id, body)
      if (body.status === 'picking' && shipment.status === 'booked') return { code: null, sentBy: null }
      return move(tx, session, shipment, body, photo)
    })
    return answer(done, session, params.id, body.parcel)
  })

  serve('POST /orders/{id}/self-delivery-code', async ({ params, body, session }) => {
    const done = await db.asOwner(session.ownerId, async (tx): Promise<Done> => {
      return issue(tx, session, await lockOwn(tx, session, params.id, { parcel: body?.parcel }))
    })
    return answer(done, session, params.id, body?.parcel)
  })

  serve('GET /shipments/{id}/photo', async ({ params, session }) => {
    const photo = await db.asOwner(session.ownerId, async (tx) => {
      const shipment = await findShipment(tx, session.ownerId, params.id)
      const order = shipment && (await findOrder(tx, session.ownerId, shipment.orderId, session.shopIds))
      return order && findDoorPhoto(tx, session.ownerId, params.id)
    })
    if (!photo) throw new AppError('not_found')
    return { data: { type: photo.type, content_base64: photo.bytes.toString('base64') } }
  })

  async function move(
    tx: Tx,
    session: Session,
    shipment: Shipment,
    body: Move,
    photo: DoorPhoto | null,
  ): Promise<Done> {
    const { ownerId } = session
    const { id, status, cod, currency } = shipment
    const now = new Date()
    const code = await findHandoverCode(tx, ownerId, id)
    const { needsCode } = await findDeliveryDefaults(tx, ownerId, selfDeliveryId)
    const delivery = { shipmentId: String(id), status, code, cod, needsCode }
    const moved = byHand?.move(delivery, moveOf(body, currency as Currency), { pepper, now })
    if (!moved) throw new AppError('conflict')
    if (!moved.isDone) {
      await saveHandoverCode(tx, ownerId, id, moved.code)
      return { refusal: moved.refusal }
    }
    if (photo) await saveDoorPhoto(tx, ownerId, id, photo)
    await saveShipmentEvents(tx, ownerId, id, [moved.event])
    if (body.status === 'delivered') await saveHandoverCode(tx, ownerId, id, null)
    const sendsCode = needsCode && body.status === 'delivering'
    if (!sendsCode) return noCode
    return issue(tx, session, shipment).catch(async (error: unknown) => {
      // Setting out again within a minute: the code before still holds.
      if (!(error instanceof AppError) || error.code !== 'too_many_attempts') throw error
      return { code: null, sentBy: (await reachesBuyer(tx, post, session, shipment)) ? 'earlier' : null }
    })
  }

  async function issue(tx: Tx, session: Session, shipment: Shipment): Promise<Done> {
    if (!byHand) throw new AppError('conflict')
    const { ownerId } = session
    const { id } = shipment
    const request = { pepper, shipmentId: String(id), now: new Date() }
    try {
      const { code, kept } = byHand.issueCode(request, await findHandoverCode(tx, ownerId, id))
      await saveHandoverCode(tx, ownerId, id, kept)
      return {
        code,
        sentBy: await notifyBuyer(tx, post, session, shipment, { code, expiresAt: kept.expiresAt }),
      }
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      const { retryAfterSeconds } = error
      throw new AppError('too_many_attempts', {
        message: error.message,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      })
    }
  }

  async function answer(done: Done, { ownerId }: Session, orderId: number, parcel?: number) {
    if ('refusal' in done) {
      const fields = done.refusal.fields.map(({ field, message }) => [field, message] as const)
      throw new AppError('validation_failed', { invalidFields: Object.fromEntries(fields) })
    }
    const live = await db.asOwner(ownerId, (tx) => listLiveShipments(tx, ownerId, orderId))
    const [shipment] = ownIn(live, parcel)
    return {
      data: {
        status: shipment?.status ?? 'canceled',
        code: shows ? done.code : null,
        sent_by: done.sentBy,
      },
    }
  }
}

const noCode: Done = { code: null, sentBy: null }

const ownIn = (live: Shipment[], parcel: number | undefined): Shipment[] =>
  live.filter((one) => one.courierId === selfDeliveryId && (parcel === undefined || one.parcel === parcel))

/**
 * Locks the parcel that the seller delivers. With several such parcels, `parcel` has to name one. A canceled order's parcel can only come
 * back: it is neither set out with nor handed over.
 */
async function lockOwn(
  tx: Tx,
  { ownerId, shopIds }: Session,
  orderId: number,
  { parcel, status }: { parcel?: number | undefined; status?: SelfMove['status'] },
): Promise<Shipment> {
  const order = await findOrder(tx, ownerId, orderId, shopIds)
  if (!order) throw new AppError('not_found')
  const comesBack = status === 'failed' || status === 'returned'
  if (order.status === orderStatusIds.canceled && !comesBack) throw new AppError('order_action_refused')
  const [own, ...others] = ownIn(await listLiveShipments(tx, ownerId, orderId), parcel)
  if (others.length > 0)
    throw new AppError('validation_failed', { invalidFields: { parcel: 'field.which_parcel' } })
  const locked = own && (await lockShipment(tx, ownerId, own.id))
  if (locked?.courierId !== selfDeliveryId || locked.booking !== 'booked')
    throw new AppError('order_action_refused')
  return locked
}

function moveOf(body: Move, currency: Currency): SelfMove {
  const { status, note, otp, cod_collected: collected } = body
  return {
    status,
    ...(note && { note }),
    ...(otp && { otp }),
    ...(collected !== undefined && { codCollected: toMinor(collected, currency) }),
    ...(body.without_code === 1 && { isWithoutCode: true }),
  }
}
