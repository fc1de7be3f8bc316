/** Endpoints that request order actions. None waits for a channel, except for the two reads that a choice needs. */
import type { Reply } from '../../../contract/endpoints.ts'
import { ChannelError } from '../../../connectors/channel-error.ts'
import { cancelReasonCodes } from '../../../model/cancel-reason.ts'
import { AppError } from '../../../model/errors.ts'
import type { RefusalCode, ActionKind } from '../../../model/order-action.ts'
import { can } from '../../../model/permissions.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { inTime } from '../../http/patience.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { asAppError } from '../../syncs/channel-app-error.ts'
import { findShop } from '../../shops/shops-store.ts'
import type { BookingQuestion } from '../../deliveries/booking/booking-info.ts'
import type { Bookings } from '../../deliveries/booking/booking-action.ts'
import { permissionOf, refusalFor, splitRulesOf } from './order-actions-of.ts'
import { lockOrdersToAct, readOrderToAct, type OrderToAct } from './order-to-act-store.ts'
import {
  listBatch,
  listLatestActions,
  saveActions,
  type BatchAction,
  type NewAction,
  type StoredAction,
  type ActionDetails,
} from './order-action-store.ts'
import { findOrder } from '../detail/order-store.ts'
import { packingOf, splittingOf } from './packing-of.ts'
import { choiceOf, flatChoice, presentOptions, presentOwn } from './present-handover.ts'
import { presentAction } from './present-order-action.ts'
import { refuse } from './refuse-action.ts'

type BatchName = 'POST /orders/bulk-confirm'
type BatchCall = Pick<Call<BatchName>, 'session' | 'language' | 'translate'>
/** Session of the caller, and the language of the answer. */
type Asking = Pick<Call<'POST /orders/{id}/confirm'>, 'session' | 'language' | 'translate'>

export function orderActionRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  bookings: Bookings,
): void {
  serve('GET /orders/{id}/confirm-info', async ({ params, query, ...asking }) => {
    const { shipment_id: courierId, ...question } = query
    const own = await ownInfo(params.id, { courierId, ...question }, asking)
    if (own) return { data: own }
    const data = await ask(params.id, 'confirm', asking, async (session, connector, order) => {
      const { shipping, splitting } = connector
      if (!shipping) throw new ChannelError('refused', 'this channel hands no parcels over')
      const { channelOrderId, packages } = order
      // Packages of one order are handed over together, so the options of one are valid for all.
      const open =
        packages.length > 1 ? packages.find(({ status }) => splitting?.openIn.includes(status)) : undefined
      const parcel = { channelOrderId, channelPackageId: open?.id ?? null }
      const options = await shipping.handoverOptions(session, parcel)
      return presentOptions(order, options, asking.session.timezone)
    })
    return { data: { ...data, own: null } }
  })

  serve('GET /orders/cancel-reasons', async ({ query, ...asking }) => {
    const own = await ownReasons(query.order_id, asking)
    if (own) return { data: own }
    const reasons = await ask(query.order_id, 'cancel', asking, (session, connector, order) => {
      if (!connector.cancelling) throw new ChannelError('refused', 'this channel takes no cancellations')
      return connector.cancelling.reasons(session, order)
    })
    return { data: reasons.map(({ code, channelReasonId: id, name }) => ({ code, id, name })) }
  })

  serve('POST /orders/{id}/confirm', async ({ params, body: { choice, ...body }, ...asking }) => {
    const { session } = asking
    const receiver = await bookings.placeFor(session, params.id, body)
    return action(params.id, 'confirm', {}, asking, async (tx, order) =>
      bookings.carries(order.platformId)
        ? bookings.ask(tx, session.ownerId, order, { ...body, receiver })
        : { choice: choice ? choiceOf(choice) : flatChoice(body) },
    )
  })
  serve('POST /orders/{id}/cancel-shipment', ({ params, body, ...asking }) =>
    action(params.id, 'cancel_shipment', {}, asking, (tx, { shipments }) =>
      bookings.takingBack(tx, asking.session.ownerId, params.id, shipments, body),
    ),
  )
  serve('POST /orders/{id}/set-packed', async ({ params, body, ...asking }) => {
    const chosen = body.items ?? body.item_ids?.map((id) => ({ id, quantity: undefined }))
    if (!chosen) return action(params.id, 'pack', {}, asking)
    const { ownerId, shopIds } = asking.session
    const order = await db.asOwner(ownerId, (tx) => findOrder(tx, ownerId, params.id, shopIds))
    if (!order) throw new AppError('not_found')
    return action(params.id, 'pack', packingOf(order, chosen, body.items ? 'items' : 'item_ids'), asking)
  })
  serve('POST /orders/{id}/split', ({ params, body, ...asking }) => {
    const { ownerId, shopIds } = asking.session
    // A refusal of the split is answered before mistakes in the parcels.
    return action(params.id, 'split', {}, asking, async (tx, { platformId, region }) => {
      const order = await findOrder(tx, ownerId, params.id, shopIds)
      const splitting = channels.connectorOf(platformId)?.splitting
      if (!order || !splitting) throw new AppError('not_found')
      return splittingOf(order, body.parcels, splitRulesOf(splitting, region))
    })
  })
  serve('POST /orders/{id}/unsplit', ({ params, ...asking }) => action(params.id, 'unsplit', {}, asking))
  serve('POST /orders/{id}/cancel', ({ params, body, ...asking }) => {
    const { reason_code: reasonCode, reason_id: channelReasonId, note } = body
    return action(params.id, 'cancel', { reasonCode, channelReasonId, note }, asking)
  })
  serve('POST /orders/{id}/cancel-request/accept', ({ params, ...asking }) =>
    action(params.id, 'accept_cancel', {}, asking),
  )
  serve('POST /orders/{id}/cancel-request/reject', ({ params, ...asking }) =>
    action(params.id, 'reject_cancel', {}, asking),
  )

  serve('POST /orders/bulk-confirm', async ({ body, ...call }) => {
    const choices = new Map(body.choices.map(({ shop_id: shopId, choice }) => [shopId, choiceOf(choice)]))
    return batch(call, body.ids, 'confirm', (order, tx) =>
      bookings.carries(order.platformId)
        ? bookings.ask(tx, call.session.ownerId, order, {})
        : { choice: choices.get(order.shopId) ?? null },
    )
  })
  serve('POST /orders/bulk-cancel', async ({ body, ...call }) =>
    batch(call, body.ids, 'cancel', () => ({ reasonCode: body.reason_code, note: body.note })),
  )
  serve('GET /orders/action-batches/{id}', async ({ params, ...call }) => {
    const found = await db.read(call.session.ownerId, (tx) => batchOf(tx, call.session, params.id))
    return presentBatch(params.id, found, call)
  })
  serve('POST /orders/action-batches/{id}/retry', async ({ params, ...call }) => {
    const found = await db.asOwner(call.session.ownerId, (tx) => batchOf(tx, call.session, params.id))
    const failed = new Map(
      found.filter(({ state }) => state === 'failed').map((one) => [one.orderId, one.details]),
    )
    const [first] = found
    if (first && !can(call.session, permissionOf[first.kind])) throw new AppError('forbidden')
    if (!first || failed.size === 0) throw new AppError('conflict')
    const { kind } = first
    return batch(call, [...failed.keys()], kind, (order, tx) =>
      // A booking that failed is over: the next one is made anew, with what was chosen for it.
      kind === 'confirm' && bookings.carries(order.platformId)
        ? bookings.askAgain(tx, call.session.ownerId, order, failed.get(order.id)?.shipmentIds ?? [])
        : (failed.get(order.id) ?? {}),
    )
  })

  function askOrder(session: Session, orderId: number): Promise<ActedOn> {
    const { ownerId, shopIds } = session
    return db.read(ownerId, async (tx) =>
      withLatest(tx, ownerId, await readOrderToAct(tx, ownerId, orderId, shopIds)),
    )
  }

  /** Reads the booking form of orders that the owner's own couriers carry; undefined for the others. */
  async function ownInfo(orderId: number, question: BookingQuestion, { session, translate }: Asking) {
    const { order, latest } = await askOrder(session, orderId)
    if (!bookings.carries(order.platformId)) return undefined
    refuse(refusal('confirm', session, order, latest), latest, translate)
    return presentOwn(order, await bookings.info(session.ownerId, order, question, translate))
  }

  /** Lists our own cancel reasons for channels that accept any; undefined for the others. */
  async function ownReasons(
    orderId: number,
    { session, translate }: Asking,
  ): Promise<Reply<'GET /orders/cancel-reasons'>['data'] | undefined> {
    const { order, latest } = await askOrder(session, orderId)
    const connector = channels.connectorOf(order.platformId)
    if (connector?.cancelling) return undefined
    refuse(refusal('cancel', session, order, latest), latest, translate)
    return cancelReasonCodes.map((code) => ({ code, id: code, name: translate(`cancel_reason.${code}`) }))
  }

  /** Saves one action, or says why it cannot be. */
  async function action(
    orderId: number,
    kind: ActionKind,
    details: ActionDetails,
    { session, language, translate }: Asking,
    makeDetails?: (tx: Tx, order: OrderToAct) => Promise<ActionDetails>,
  ): Promise<Reply<'POST /orders/{id}/confirm'>> {
    const { ownerId, userId, name } = session
    const save = async (tx: Tx) => {
      const { order, latest } = await getOrderToAct(tx, session, orderId)
      refuse(refusal(kind, session, order, latest), latest, translate)
      const { shopId } = order
      const wanted = makeDetails ? await makeDetails(tx, order) : details
      const one = { orderId, shopId, kind, details: wanted, refusal: null }
      const [saved] = await saveActions(tx, ownerId, { userId, name }, [one])
      if (!saved) throw new Error('the action was not saved')
      return { data: presentAction(saved, order.updatedAt, language) }
    }
    return db.asOwner(ownerId, save, { isSmall: true })
  }

  /** Saves an action for each order; those that cannot be done end at once, with the reason. */
  async function batch(
    call: BatchCall,
    orderIds: number[],
    kind: ActionKind,
    detailsOf: (order: OrderToAct, tx: Tx) => ActionDetails | Promise<ActionDetails>,
  ): Promise<Reply<BatchName>> {
    const { session } = call
    const { ownerId, userId, name } = session
    const [batchId, saved] = await db.asOwner(ownerId, async (tx) => {
      const orders = await lockOrdersToAct(tx, ownerId, [...new Set(orderIds)], session.shopIds)
      if (orders.length === 0) throw new AppError('not_found')
      const ids = orders.map(({ id }) => id)
      const latest = new Map((await listLatestActions(tx, ownerId, ids)).map((one) => [one.orderId, one]))
      const [drawn = 0] = await drawIds(tx, 1)
      const actions: NewAction[] = []
      for (const order of orders) {
        const refused = refusal(kind, session, order, latest.get(order.id))
        const details = refused === null ? await settled(detailsOf(order, tx)) : {}
        const { id: orderId, shopId } = order
        // A mistake in a parcel needs a person: the form of the single order shows the field.
        const problem = details instanceof AppError ? 'needs_choice' : null
        actions.push({
          orderId,
          shopId,
          kind,
          details: details instanceof AppError ? {} : details,
          refusal: refused ?? problem,
        })
      }
      await saveActions(tx, ownerId, { userId, name }, actions, drawn)
      return [drawn, await batchOf(tx, session, drawn)] as const
    })
    return presentBatch(batchId, saved, call)
  }

  /** Asks the order's channel about it. */
  async function ask<T>(
    orderId: number,
    kind: ActionKind,
    { session, translate }: Asking,
    work: (...given: [...Parameters<Parameters<ChannelSessions['use']>[1]>, OrderToAct]) => Promise<T>,
  ): Promise<T> {
    const { order, latest } = await askOrder(session, orderId)
    refuse(refusal(kind, session, order, latest), latest, translate)
    const shop = await db.read(session.ownerId, (tx) => findShop(tx, session.ownerId, order.shopId))
    if (!shop) throw new AppError('not_found')
    return inTime(channels.use(shop, (channel, connector) => work(channel, connector, order))).catch(
      asAppError,
    )
  }

  function refusal(
    kind: ActionKind,
    session: Session,
    order: OrderToAct,
    latest: StoredAction | undefined,
  ): RefusalCode | null {
    return refusalFor(kind, session, order, channels.connectorOf(order.platformId), latest)
  }
}

/** A field that is wrong, instead of the end of the whole batch. */
async function settled(details: ActionDetails | Promise<ActionDetails>): Promise<ActionDetails | AppError> {
  try {
    return await details
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return error
    throw error
  }
}

type ActedOn = { order: OrderToAct; latest: StoredAction | undefined }

async function getOrderToAct(tx: Tx, { ownerId, shopIds }: Session, orderId: number): Promise<ActedOn> {
  const [order] = await lockOrdersToAct(tx, ownerId, [orderId], shopIds)
  return withLatest(tx, ownerId, order)
}

async function withLatest(tx: Tx, ownerId: string, order: OrderToAct | undefined): Promise<ActedOn> {
  if (!order) throw new AppError('not_found')
  const [latest] = await listLatestActions(tx, ownerId, [order.id])
  return { order, latest }
}

async function batchOf(tx: Tx, { ownerId, shopIds }: Session, batchId: number): Promise<BatchAction[]> {
  const found = await listBatch(tx, ownerId, batchId, shopIds)
  if (found.length === 0) throw new AppError('not_found')
  return found
}

function presentBatch(id: number, actions: BatchAction[], { language }: BatchCall): Reply<BatchName> {
  const count = (...states: StoredAction['state'][]) =>
    actions.filter(({ state }) => states.includes(state)).length
  return {
    data: {
      id,
      kind: actions[0]?.kind ?? 'confirm',
      total: actions.length,
      open: count('queued', 'running'),
      done: count('done'),
      failed: count('failed'),
      results: actions.map((one) => ({
        order_id: one.orderId,
        code: one.code,
        action: presentAction(one, one.orderUpdatedAt, language),
        auto_print: one.details.isAutoPrint ? 1 : 0,
      })),
    },
  }
}
