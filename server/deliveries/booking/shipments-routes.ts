/** The parcels of an order with the owner's own couriers, and what a person found out who looked with a courier. */
import type { Reply } from '../../../contract/endpoints.ts'
import { shipmentStatusIds } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { dueWorks, enqueueDue } from '../../outbox/due-work-store.ts'
import { readOrderShop } from '../../orders/detail/order-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { translate } from '../../i18n/translate.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import {
  closeShipment,
  findShipment,
  listShipments,
  lockShipment,
  saveBooked,
  type Shipment,
} from './shipments-store.ts'
import {
  enqueueTracking,
  listShipmentEvents,
  noteUpdate,
  notifyScreens,
  type StoredShipmentEvent,
} from '../tracking/tracking-store.ts'

type Presented = Reply<'GET /orders/{id}/shipments'>['data'][number]

export function shipmentsRoutes(serve: Serve, { db }: ServerContext, couriers: CourierSessions): void {
  serve('GET /orders/{id}/shipments', async ({ params, session, language }) => {
    const { ownerId } = session
    const found = await db.read(ownerId, async (tx) => {
      await mustSee(tx, session, params.id)
      const all = await listShipments(tx, ownerId, params.id)
      const events = new Map<number, StoredShipmentEvent[]>()
      for (const { id } of all) events.set(id, await listShipmentEvents(tx, ownerId, id))
      return { all, events }
    })
    return { data: found.all.map((one) => present(one, found.events.get(one.id) ?? [], language)) }
  })

  serve('POST /shipments/{id}/found', async ({ params, body, session, language }) => {
    const { ownerId } = session
    return answer(session, language, params.id, async (tx, shipment) => {
      const { courierId, shopId } = shipment
      const isTracked = couriers.courierOf(courierId)?.track !== undefined
      const booked = {
        trackingNumber: body.tracking_number.trim(),
        furtherNumbers: [],
        fee: null,
        expectedAt: null,
      }
      await saveBooked(tx, ownerId, params.id, booked, isTracked ? new Date() : null)
      if (isTracked) await enqueueTracking(tx, { ownerId, courierId })
      await noteUpdate(tx, ownerId, params.id)
      await enqueueDue(tx, dueWorks.deliveryStatus, { ownerId, shopId })
    })
  })

  serve('POST /shipments/{id}/not-found', async ({ params, session, language }) =>
    answer(session, language, params.id, (tx) => closeShipment(tx, session.ownerId, params.id, null)),
  )

  /** Saves the answer of a person who checked a booking that the courier left unanswered. */
  async function answer(
    session: Session,
    language: Language,
    id: number,
    save: (tx: Tx, shipment: Shipment) => Promise<void>,
  ): Promise<{ data: Presented }> {
    const { ownerId } = session
    const saved = await db.asOwner(ownerId, async (tx) => {
      const shipment = await lockShipment(tx, ownerId, id)
      if (!shipment) throw new AppError('not_found')
      await mustSee(tx, session, shipment.orderId)
      if (shipment.booking !== 'unanswered') throw new AppError('conflict')
      await save(tx, shipment)
      notifyScreens(tx, { ownerId, shopId: shipment.shopId }, shipment.orderId)
      return findShipment(tx, ownerId, id)
    })
    if (!saved) throw new AppError('not_found')
    return { data: present(saved, [], language) }
  }

  function present(shipment: Shipment, events: StoredShipmentEvent[], language: Language): Presented {
    const courier = couriers.courierOf(shipment.courierId)
    const currency = shipment.currency as Currency
    const statusOf = (code: Shipment['status']) => ({
      id: shipmentStatusIds[code],
      code,
      name: translate(language, `shipment.${code}`),
    })
    return {
      id: shipment.id,
      order_id: shipment.orderId,
      parcel: shipment.parcel,
      provider: { id: shipment.courierId, code: courier?.code ?? '', name: courier?.name ?? '' },
      reference: shipment.reference,
      booking: shipment.booking,
      is_live: shipment.isLive,
      has_photo: shipment.hasPhoto,
      status: statusOf(shipment.status),
      flag: shipment.flag,
      tracking_number: shipment.trackingNumber,
      tracking_url: (shipment.trackingNumber && courier?.trackingUrl?.(shipment.trackingNumber)) ?? null,
      further_numbers: shipment.furtherNumbers,
      fee: shipment.fee === null ? null : fromMinor(shipment.fee, currency),
      cod_amount: fromMinor(shipment.cod, currency),
      currency,
      expected_at: shipment.expectedAt?.toISOString() ?? null,
      notice: shipment.notice && translate(language, shipment.notice),
      may_cancel: shipment.isLive && shipment.booking === 'booked' && shipment.status === 'booked',
      created_at: shipment.createdAt.toISOString(),
      booked_at: shipment.bookedAt?.toISOString() ?? null,
      events: events.map((event) => ({
        at: event.at.toISOString(),
        status: event.status && statusOf(event.status),
        courier_status: event.courierStatus,
        description: event.description,
        place: event.place,
      })),
    }
  }
}

async function mustSee(tx: Tx, { ownerId, shopIds }: Session, orderId: number): Promise<void> {
  if (!(await readOrderShop(tx, ownerId, orderId, shopIds))) throw new AppError('not_found')
}
