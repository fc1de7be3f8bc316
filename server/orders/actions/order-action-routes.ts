/** Endpoints that request order actions. None waits for a channel, except for the two reads that a choice needs. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import { cancelReasonCodes } from '../../../model/cancel-reason.ts'
import type { Body } from '../../../contract/endpoints.ts'
import { selfDeliveryId } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import { fulfilmentOf } from '../../../model/fulfilment.ts'
import { permissionOf } from '../../../model/order-action.ts'
import { can } from '../../../model/permissions.ts'
import { isAnswer } from '../../../model/return-action.ts'
import type { Tx } from '../../db/database.ts'
import type { Bookings } from '../../deliveries/booking/booking-action.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { findOrder, type OrderDetail } from '../detail/order-store.ts'
import { splitRulesOf } from './order-actions-of.ts'
import type { OrderToAct } from './order-to-act-store.ts'
import { packingOf, splittingOf } from './packing-of.ts'
import { choiceOf, flatChoice, presentOptions, presentOwn } from './present-handover.ts'
import { getBatch, presentBatch } from './present-action-batch.ts'
import {
  readAllowed,
  readChoices,
  requestAction,
  requestActions,
  type ActionTools,
} from './request-order-actions.ts'

export function orderActionRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  bookings: Bookings,
): void {
  const tools = { db, channels }
  choiceRoutes(serve, tools, bookings)
  handOverRoutes(serve, tools, bookings)
  cancelRoutes(serve, tools)
  batchRoutes(serve, tools, bookings)
}

function isOwnDelivery({ channels }: ActionTools, { platformId }: OrderToAct): boolean {
  return fulfilmentOf(channels.connectorOf(platformId)) === 'own-courier'
}

function choiceRoutes(serve: Serve, tools: ActionTools, bookings: Bookings): void {
  serve('GET /orders/{id}/confirm-info', async ({ params, query, session, translate }) => {
    const { shipment_id: courierId, ...question } = query
    const { ownerId, timezone } = session
    const order = await readAllowed(tools, { session, translate }, params.id, 'confirm')
    if (isOwnDelivery(tools, order)) {
      const info = await bookings.info(ownerId, order, { courierId, ...question }, translate)
      return { data: presentOwn(order, info) }
    }
    const options = await readChoices(tools, session, order, (channel, { shipping, splitting }) => {
      if (!shipping) throw new ChannelError('refused', 'this channel hands no parcels over')
      const { channelOrderId, packages } = order
      // Packages of one order are handed over together, so the options of one are valid for all.
      const open =
        packages.length > 1 ? packages.find(({ status }) => splitting?.openIn.includes(status)) : undefined
      return shipping.handoverOptions(channel, { channelOrderId, channelPackageId: open?.id ?? null })
    })
    return { data: { ...presentOptions(order, options, timezone), own: null } }
  })

  serve('GET /orders/cancel-reasons', async ({ query, session, translate }) => {
    const own = {
      data: cancelReasonCodes.map((code) => ({ code, id: code, name: translate(`cancel_reason.${code}`) })),
    }
    const isBoth = query.order_id !== undefined && query.platform_id !== undefined
    if (isBoth) throw new AppError('validation_failed', { invalidFields: { platform_id: 'field.one_of' } })
    if (query.order_id === undefined) {
      if (query.platform_id === undefined)
        throw new AppError('validation_failed', { invalidFields: { order_id: 'field.required' } })
      if (!tools.channels.connectorOf(query.platform_id)) throw new AppError('not_found')
      return own
    }
    const order = await readAllowed(tools, { session, translate }, query.order_id, 'cancel')
    // Our own for channels that accept any.
    if (!tools.channels.connectorOf(order.platformId)?.cancelling) return own
    const reasons = await readChoices(
      tools,
      session,
      order,
      async (channel, { cancelling }) => (await cancelling?.reasons(channel, order)) ?? [],
    )
    return { data: reasons.map(({ code, channelReasonId: id, name }) => ({ code, id, name })) }
  })
}

function handOverRoutes(serve: Serve, tools: ActionTools, bookings: Bookings): void {
  const getDetail = async (tx: Tx, ownerId: string, { id }: Pick<OrderToAct, 'id'>): Promise<OrderDetail> => {
    const detail = await findOrder(tx, ownerId, id, [])
    if (!detail) throw new AppError('not_found')
    return detail
  }

  serve('POST /orders/{id}/confirm', async ({ params, body: { choice, ...body }, ...call }) => {
    const { session } = call
    const booking = ownBookingOf(body)
    const receiver = await bookings.placeFor(session, params.id, booking)
    return requestAction(tools, call, params.id, 'confirm', (order, tx) =>
      isOwnDelivery(tools, order)
        ? bookings.request(tx, session.ownerId, order, { ...booking, receiver })
        : { choice: choice ? choiceOf(choice) : flatChoice(body) },
    )
  })
  serve('POST /orders/{id}/cancel-shipment', ({ params, body, ...call }) =>
    requestAction(tools, call, params.id, 'cancel_shipment', ({ shipments }, tx) =>
      bookings.shipmentsToCancel(tx, call.session.ownerId, params.id, shipments, body),
    ),
  )
  serve('POST /orders/{id}/set-packed', ({ params, body, ...call }) =>
    requestAction(tools, call, params.id, 'pack', async (order, tx) => {
      const chosen = body.items ?? body.item_ids?.map((id) => ({ id, quantity: undefined }))
      if (!chosen) return {}
      const detail = await getDetail(tx, call.session.ownerId, order)
      return packingOf(detail, chosen, body.items ? 'items' : 'item_ids')
    }),
  )
  serve('POST /orders/{id}/split', ({ params, body, ...call }) =>
    requestAction(tools, call, params.id, 'split', async (order, tx) => {
      const splitting = tools.channels.connectorOf(order.platformId)?.splitting
      if (!splitting) throw new AppError('not_found')
      const detail = await getDetail(tx, call.session.ownerId, order)
      return splittingOf(detail, body.parcels, splitRulesOf(splitting, order.region))
    }),
  )
  serve('POST /orders/{id}/unsplit', ({ params, ...call }) =>
    requestAction(tools, call, params.id, 'unsplit'),
  )
}

/** Sellers who bring parcels themselves name no courier. @throws AppError validation_failed if he names one all the same */
function ownBookingOf({ mode, ...body }: Omit<Body<'POST /orders/{id}/confirm'>, 'choice'>) {
  if (mode !== 'self') return { ...body, mode }
  if (body.shipment_id)
    throw new AppError('validation_failed', { invalidFields: { shipment_id: 'field.self_or_courier' } })
  return { ...body, shipment_id: selfDeliveryId }
}

function cancelRoutes(serve: Serve, tools: ActionTools): void {
  serve('POST /orders/{id}/cancel', ({ params, body, ...call }) => {
    const { reason_code: reasonCode, reason_id: channelReasonId, note } = body
    return requestAction(tools, call, params.id, 'cancel', () => ({ reasonCode, channelReasonId, note }))
  })
  serve('POST /orders/{id}/cancel-request/accept', ({ params, ...call }) =>
    requestAction(tools, call, params.id, 'accept_cancel'),
  )
  serve('POST /orders/{id}/cancel-request/reject', ({ params, ...call }) =>
    requestAction(tools, call, params.id, 'reject_cancel'),
  )
}

function batchRoutes(serve: Serve, tools: ActionTools, bookings: Bookings): void {
  serve('POST /orders/bulk-confirm', ({ body, ...call }) => {
    const choiceFor = ({ id, shopId }: OrderToAct) =>
      body.choices.find(({ shop_id: of, order_ids: ids }) => of === shopId && (ids?.includes(id) ?? true))
        ?.choice
    return requestActions(tools, call, body.ids, 'confirm', (order, tx) => {
      if (isOwnDelivery(tools, order)) return bookings.request(tx, call.session.ownerId, order, {})
      const choice = choiceFor(order)
      return { choice: choice ? choiceOf(choice) : null }
    })
  })
  serve('POST /orders/bulk-cancel', ({ body, ...call }) =>
    requestActions(tools, call, body.ids, 'cancel', () => ({
      reasonCode: body.reason_code,
      note: body.note,
    })),
  )
  serve('POST /orders/bulk-accept-cancel', ({ body, ...call }) =>
    requestActions(tools, call, body.ids, 'accept_cancel', () => ({})),
  )
  serve('POST /orders/bulk-reject-cancel', ({ body, ...call }) =>
    requestActions(tools, call, body.ids, 'reject_cancel', () => ({})),
  )
  serve('GET /orders/action-batches/{id}', async ({ params, ...call }) => {
    const found = await tools.db.read(call.session.ownerId, (tx) => getBatch(tx, call.session, params.id))
    return presentBatch(params.id, found, call)
  })
  serve('POST /orders/action-batches/{id}/retry', async ({ params, query, ...call }) => {
    const { ownerId } = call.session
    const found = await tools.db.asOwner(ownerId, (tx) => getBatch(tx, call.session, params.id))
    const failed = new Map(
      found
        .filter(({ state, orderId }) => state === 'failed' && (query.ids?.includes(orderId) ?? true))
        .map((one) => [one.orderId, one.details]),
    )
    const kind = found[0]?.kind
    // Returns have an endpoint that tries them again.
    if (kind === undefined || isAnswer(kind) || failed.size === 0) throw new AppError('conflict')
    if (!can(call.session, permissionOf[kind])) throw new AppError('forbidden')
    return requestActions(tools, call, [...failed.keys()], kind, (order, tx) =>
      // A booking that failed is over: the next one is created anew, with what was chosen for it.
      kind === 'confirm' && isOwnDelivery(tools, order)
        ? bookings.requestAgain(tx, ownerId, order, failed.get(order.id)?.shipmentIds ?? [])
        : (failed.get(order.id) ?? {}),
    )
  })
}
