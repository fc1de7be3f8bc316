/** When a courier comes and whether it collects money: of one order's parcel, or of the place that parcels leave from. */
import type { DeliveryChoices } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { readOrderShop } from '../../orders/detail/order-store.ts'
import { inTime } from '../../http/patience.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { smallParcel } from './booking-form.ts'
import { createBookingInfo, type BookingInfo } from './booking-info.ts'
import { findUsualSender } from './booking-sender.ts'
import { findCourierAccount } from '../accounts/courier-accounts-store.ts'
import { asCourierError } from '../../syncs/courier-errors.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'

type Asked = Pick<Call<'GET /deliveries/orders/get-pickup-date'>, 'session' | 'translate'> & {
  query: { order_id?: number | undefined; shipment_id: number }
}

export function pickupRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  couriers: CourierSessions,
): void {
  const infoOf = createBookingInfo(db, channels, couriers)

  serve('GET /deliveries/orders/check-cod', async ({ query, session, translate }) => {
    const { cod, currency } = await infoOfOrder(query.order_id, query.shipment_id, session, translate)
    return { data: cod ?? { is_cod_supported: false, max_cod: 0, currency, reason: null } }
  })
  serve('GET /deliveries/orders/get-pickup-date', async (asked) => ({ data: (await timesOf(asked)).dates }))
  serve('GET /deliveries/orders/get-available-pickup-time', async ({ query, session, translate }) => ({
    data: (await timesOf({ query, session, translate })).slots.filter(
      ({ date }) => query.pickup_date === undefined || date === null || date === query.pickup_date,
    ),
  }))

  async function timesOf({
    query,
    session,
    translate,
  }: Asked): Promise<Pick<DeliveryChoices, 'dates' | 'slots'>> {
    const { order_id: orderId, shipment_id: courierId } = query
    return orderId === undefined
      ? choicesAt(session, courierId)
      : infoOfOrder(orderId, courierId, session, translate)
  }

  async function infoOfOrder(
    orderId: number,
    courierId: number,
    { ownerId, shopIds }: Session,
    translate: Asked['translate'],
  ): Promise<BookingInfo> {
    needCourier(courierId)
    const order = await db.read(ownerId, (tx) => readOrderShop(tx, ownerId, orderId, shopIds))
    if (!order) throw new AppError('not_found')
    const about = { id: orderId, shopId: order.shopId }
    const { info, failure } = await infoOf(ownerId, about, { courierId }, translate)
    if (failure) throw failure
    refuse(info.problems.map(({ field, code }) => [field, `field.${code ?? ''}`]))
    return info
  }

  /** Asked for a small parcel of the sender's to himself: only what depends on the place is read of the answer. */
  async function choicesAt({ ownerId }: Session, courierId: number): Promise<DeliveryChoices> {
    const { country } = needCourier(courierId)
    const found = await db.read(ownerId, async (tx) => ({
      account: await findCourierAccount(tx, { ownerId, courierId }),
      sender: await findUsualSender(tx, ownerId, courierId),
    }))
    if (courierId !== 0 && found.account?.status !== 1) throw new AppError('courier_not_connected')
    if (!found.sender) return refuse([['sender', 'field.delivery_sender']])
    const place = { ...found.sender.address, country: country ?? ('MY' as const) }
    const question = { sender: place, receiver: place, parcel: smallParcel, cod: 0 }
    return inTime(
      couriers.use({ ownerId, courierId }, (session, courier) => courier.options(session, question)),
    ).catch(asCourierError)
  }

  function needCourier(courierId: number) {
    return couriers.courierOf(courierId) ?? refuse([['shipment_id', 'field.courier_unlinked']])
  }
}

function refuse(problems: [field: string, rule: string][]): never
function refuse(problems: [field: string, rule: string][]): void {
  if (problems.length > 0)
    throw new AppError('validation_failed', { invalidFields: Object.fromEntries(problems) })
}
