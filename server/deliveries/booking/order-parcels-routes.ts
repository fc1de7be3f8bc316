/** Dividing an order into parcels with the owner's own couriers. No channel is asked: the parcels are ours until they are booked. */
import type { Body, Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { fulfilmentOf } from '../../../model/fulfilment.ts'
import { isSamePacking } from '../../../model/order.ts'
import { fromMinor, toMinor, type Currency } from '../../../model/money.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { refusalFor } from '../../orders/actions/order-actions-of.ts'
import { findOrder, type OrderDetail } from '../../orders/detail/order-store.ts'
import { lockOrdersToAct, readOrderToAct, type OrderToAct } from '../../orders/actions/order-to-act-store.ts'
import { listLatestActions } from '../../orders/actions/order-action-store.ts'
import { splittingOf } from '../../orders/actions/packing-of.ts'
import { refuse } from '../../orders/actions/refuse-action.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { codOf } from './booking-form.ts'
import { codsOf, parcelsOf } from './divide-order.ts'
import { listOrderParcels, saveOrderParcels, type OrderParcel } from './order-parcels-store.ts'
import { listLiveShipments, type Shipment } from './shipments-store.ts'
import { notifyScreens } from '../tracking/tracking-store.ts'

type Wanted = Body<'PUT /orders/{id}/parcels'>['parcels']
type Division = Reply<'GET /orders/{id}/parcels'>['data']

const mostParcels = 20

export function orderParcelsRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /orders/{id}/parcels', async ({ params, session }) => ({
    data: await db.read(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      const order = await readOrderToAct(tx, ownerId, params.id, shopIds)
      return divisionOf(tx, session, needOwn(order))
    }),
  }))

  serve('PUT /orders/{id}/parcels', async ({ params, body, session, translate }) => ({
    data: await db.asOwner(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      const [locked] = await lockOrdersToAct(tx, ownerId, [params.id], shopIds)
      const order = needOwn(locked)
      const [latest] = await listLatestActions(tx, ownerId, [order.id])
      refuse(
        refusalFor('confirm', session, order, channels.connectorOf(order.platformId), latest),
        latest,
        translate,
      )
      const { detail, live, parcels } = await standOf(tx, ownerId, order)
      await saveOrderParcels(tx, ownerId, order.id, dividedAnew(detail, live, parcels, body.parcels))
      notifyScreens(tx, { ownerId, shopId: order.shopId }, order.id)
      return divisionOf(tx, session, order)
    }),
  }))

  function needOwn(order: OrderToAct | undefined): OrderToAct {
    if (!order) throw new AppError('not_found')
    if (fulfilmentOf(channels.connectorOf(order.platformId)) !== 'own-courier')
      throw new AppError('order_action_refused')
    return order
  }

  async function divisionOf(tx: Tx, session: Session, order: OrderToAct): Promise<Division> {
    const { ownerId } = session
    const { detail, live, parcels } = await standOf(tx, ownerId, order)
    const [latest] = await listLatestActions(tx, ownerId, [order.id])
    const connector = channels.connectorOf(order.platformId)
    const refusal = refusalFor('confirm', session, order, connector, latest)
    const currency = detail.currency as Currency
    return {
      may_divide: refusal === null && order.pieces > 1 ? 1 : 0,
      cod_amount: fromMinor(codOf(detail), currency),
      currency,
      parcels: parcels.map(({ number, lines, cod }) => {
        const shipment = live.find(({ parcel }) => parcel === number)
        return {
          number,
          items: lines.map(({ shopSku, quantity }) => {
            const line = detail.lines.find((one) => one.shopSku === shopSku)
            return {
              shop_sku: shopSku,
              name: line?.name ?? shopSku,
              quantity,
              image: line?.imageUrl ?? null,
            }
          }),
          cod_amount: fromMinor(cod, currency),
          shipment_id: shipment?.id ?? null,
          is_fixed: shipment ? 1 : 0,
        }
      }),
    }
  }
}

type Standing = { detail: OrderDetail; live: Shipment[]; parcels: OrderParcel[] }

async function standOf(tx: Tx, ownerId: string, { id }: OrderToAct): Promise<Standing> {
  const detail = await findOrder(tx, ownerId, id, [])
  if (!detail) throw new AppError('not_found')
  const live = await listLiveShipments(tx, ownerId, id)
  return { detail, live, parcels: parcelsOf(detail, await listOrderParcels(tx, ownerId, id)) }
}

/** Throws validation_failed. What a courier has, or is about to be asked for, stays as it is. */
function dividedAnew(
  order: OrderDetail,
  live: Shipment[],
  before: OrderParcel[],
  wanted: Wanted,
): OrderParcel[] {
  const { parcels: packed = [] } = splittingOf(order, wanted, { mostParcels, dividesLines: true })
  const currency = order.currency as Currency
  const invalidFields: Record<string, string> = {}
  const given = wanted.map(({ number, cod_amount: cod }, at) => {
    const old = before.find((one) => one.number === number)
    const isAgain = wanted.findIndex((one) => one.number === number) < at
    if (number !== undefined && (!old || isAgain))
      invalidFields[`parcels.${at}.number`] = 'field.no_such_parcel'
    const isFixed = live.some(({ parcel }) => parcel === number)
    const amount = cod === undefined ? undefined : toMinor(cod, currency)
    if (!isFixed || !old) return amount
    if (!isSamePacking([packed[at] ?? []], [old.lines]))
      invalidFields[`parcels.${at}.items`] = 'field.parcel_booked'
    if (amount !== undefined && amount !== old.cod)
      invalidFields[`parcels.${at}.cod_amount`] = 'field.parcel_booked'
    return old.cod
  })
  if (live.some(({ parcel }) => !wanted.some(({ number }) => number === parcel)))
    invalidFields['parcels'] = 'field.parcel_booked'
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  const cods = codsOf(order, packed, given)
  const taken = new Set(wanted.map(({ number }) => number))
  const free = Array.from({ length: 2 * mostParcels }, (_, at) => at + 1).filter((one) => !taken.has(one))
  const parcels = wanted.map(({ number }, at) => ({
    number: number ?? free.shift() ?? 0,
    lines: packed[at] ?? [],
    cod: cods[at] ?? 0,
  }))
  return parcels.length === 1 && live.length === 0 ? [] : parcels.toSorted((a, b) => a.number - b.number)
}
