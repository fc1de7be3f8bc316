/** Plans a confirmation without doing anything: the hand-over by courier, and what would be left out. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Reply } from '../../../contract/endpoints.ts'
import { selfDeliveryId } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import { fulfilmentOf } from '../../../model/fulfilment.ts'
import type { RefusalCode } from '../../../model/order-action.ts'
import { orderStatusOf, type OrderStatus } from '../../../model/order-status.ts'
import { recommendedChoice, type HandoverChoice, type HandoverOptions } from '../../../model/parcel.ts'
import { waybillRefusal } from '../../../model/printing.ts'
import type { Bookings } from '../../deliveries/booking/booking-action.ts'
import { dayIn } from '../../i18n/calendar.ts'
import { courierName } from '../../i18n/courier-names.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { refusalFor } from '../actions/order-actions-of.ts'
import { listLatestActions } from '../actions/order-action-store.ts'
import { listOrdersToAct, type OrderToAct } from '../actions/order-to-act-store.ts'
import { readChoices, type ActionCall, type ActionTools } from '../actions/request-order-actions.ts'
import { listQueuedFacts, type QueuedFacts } from './queued-facts-store.ts'

type Plan = Reply<'GET /orders/confirm-plan'>['data']
type PlanTools = ActionTools & { bookings: Bookings; couriers: CourierSessions }
type Planned = { order: OrderToAct; facts: QueuedFacts; refusal: RefusalCode | null; isOwn: boolean }
type Handover = Pick<Plan['handovers'][number], 'handover' | 'message'>

export async function planConfirmation(tools: PlanTools, call: ActionCall, ids: number[]): Promise<Plan> {
  const planned = await readPlanned(tools, call, ids)
  const open = planned.filter(({ refusal }) => refusal === null)
  const toPrint = planned.filter(
    ({ refusal, facts }) => refusal !== null && facts.printedAt === null && waybillRefusal(facts) === null,
  )
  const groups = Map.groupBy(open, ({ order, facts }) => `${order.shopId}/${courierOf(facts, call) ?? ''}`)
  return {
    handovers: await Promise.all(
      [...groups.values()].map(async (group) => {
        const [first] = group
        if (!first) throw new Error('a group without orders')
        return {
          shop: shopOf(first),
          courier: courierOf(first.facts, call),
          own_courier: first.isOwn,
          order_ids: group.map(({ order }) => order.id),
          ...(await (first.isOwn
            ? ownHandoverOf(tools, call, first, group)
            : channelHandoverOf(tools, call, first))),
        }
      }),
    ),
    to_print: toPrint.map(({ order }) => order.id),
    prints_alone: [...open, ...toPrint]
      .filter(
        ({ isOwn, facts: { courier } }) => isOwn && tools.couriers.courierOf(courier ?? -1)?.hasPageLabels,
      )
      .map(({ order }) => order.id),
    left_out: leftOut(planned, call),
  }
}

async function readPlanned(
  { db, channels, bookings }: PlanTools,
  { session }: ActionCall,
  ids: number[],
): Promise<Planned[]> {
  const { ownerId, shopIds } = session
  return db.read(ownerId, async (tx) => {
    const orders = await listOrdersToAct(tx, ownerId, ids, shopIds)
    const known = orders.map(({ id }) => id)
    const latest = new Map((await listLatestActions(tx, ownerId, known)).map((one) => [one.orderId, one]))
    const facts = new Map((await listQueuedFacts(tx, ownerId, known)).map((one) => [one.id, one]))
    const couriers = new Map<string, number | null>()
    /** The order's own courier, or its shop's. */
    const courierFor = async (shopId: number, courier: number | null) => {
      const key = `${shopId}/${courier}`
      if (!couriers.has(key)) couriers.set(key, await bookings.courierOf(tx, ownerId, { shopId, courier }))
      return couriers.get(key) ?? null
    }
    const planned: Planned[] = []
    // The first one chosen speaks for those that leave with it.
    for (const order of orders.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
      const ofOrder = facts.get(order.id)
      if (!ofOrder) continue
      const connector = channels.connectorOf(order.platformId)
      const isOwn = fulfilmentOf(connector) === 'own-courier'
      const courier = isOwn ? await courierFor(order.shopId, ofOrder.courier) : ofOrder.courier
      const refusal = refusalFor('confirm', session, order, connector, latest.get(order.id))
      planned.push({ order, facts: { ...ofOrder, courier }, refusal, isOwn })
    }
    return planned
  })
}

function courierOf({ provider, courier }: QueuedFacts, { language }: ActionCall): string | null {
  return provider ?? (courier === null ? null : courierName(courier, language))
}

/**
 * The owner's courier is asked for the first order whose own address can be sent to, and the channel below for the first
 * one: all of them are handed over alike.
 */
async function ownHandoverOf(
  { bookings, channels }: PlanTools,
  { session, translate }: ActionCall,
  { order, facts: { courier } }: Planned,
  group: Planned[],
): Promise<Handover> {
  const { ownerId, timezone } = session
  if (courier === null) {
    const channelDelivers = channels.connectorOf(order.platformId)?.type === 'marketplace'
    const message = translate(channelDelivers ? 'confirm_plan.channel_courier' : 'confirm_plan.no_courier')
    return { handover: null, message }
  }
  // The seller brings it himself, when he likes.
  if (courier === selfDeliveryId) return { handover: null, message: null }
  let plan = await bookings.planOf(ownerId, order, courier, translate)
  for (const other of group.slice(1)) {
    if (!('problem' in plan && plan.isOfOrder)) break
    plan = await bookings.planOf(ownerId, other.order, courier, translate)
  }
  if ('problem' in plan) return { handover: null, message: plan.problem }
  const { mode, place, pickup } = plan
  const times = {
    date: pickup && dayIn(timezone, pickup.from),
    from: pickup && pickup.from.toISOString(),
    to: pickup && pickup.to.toISOString(),
  }
  return { handover: { mode, place: pickup && place, ...times }, message: null }
}

async function channelHandoverOf(tools: PlanTools, call: ActionCall, { order }: Planned): Promise<Handover> {
  try {
    const options = await readChoices(tools, call.session, order, (channel, { shipping }) => {
      if (!shipping) throw new ChannelError('refused', 'this channel hands no parcels over')
      return shipping.handoverOptions(channel, {
        channelOrderId: order.channelOrderId,
        channelPackageId: null,
      })
    })
    const choice = recommendedChoice(options)
    const message = choice ? null : call.translate('action_error.needs_choice')
    return { handover: choice && presentChoice(options, choice, call.session.timezone), message }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { handover: null, message: call.translate('confirm_plan.unknown') }
  }
}

function presentChoice(
  { pickupAddresses, branches }: HandoverOptions,
  { mode, addressId, slotId, branchId }: HandoverChoice,
  timezone: string,
): NonNullable<Plan['handovers'][number]['handover']> {
  const address = pickupAddresses.find(({ id }) => id === addressId)
  const slot = address?.slots.find(({ id }) => id === slotId)
  return {
    mode,
    place: address?.text ?? branches.find(({ id }) => id === branchId)?.name ?? null,
    date: slot ? dayIn(timezone, slot.from) : null,
    from: slot?.from.toISOString() ?? null,
    to: slot?.to?.toISOString() ?? null,
  }
}

function shopOf({ order, facts }: Planned): NonNullable<Plan['left_out'][number]['shop']> {
  return { id: order.shopId, system_name: facts.shopName, platform_id: order.platformId }
}

/** Statuses in which nothing is left to confirm. */
const confirmed = new Set<OrderStatus>(['confirmed', 'ready_to_ship', 'shipped', 'delivered'])

/** The text of how an order stands that can not be confirmed in its status. */
function standingOf({ order }: Planned): string {
  const status = orderStatusOf(order.status)
  return confirmed.has(status) ? 'confirm_plan.confirmed' : `status.${status}`
}

/** By reason; a shop that is not connected is a reason of its own, and so is how an order stands. */
function leftOut(planned: Planned[], { translate }: ActionCall): Plan['left_out'] {
  const refused = planned.flatMap((one) => (one.refusal ? [{ ...one, refusal: one.refusal }] : []))
  const ofShop = (reason: RefusalCode) => reason === 'shop_unlinked'
  const groups = Map.groupBy(refused, (one) => {
    const { refusal, order } = one
    if (refusal === 'status') return standingOf(one)
    return ofShop(refusal) ? `${refusal}/${order.shopId}` : refusal
  })
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { refusal: reason } = first
    return {
      reason,
      message: translate(reason === 'status' ? standingOf(first) : `action_error.${reason}`),
      shop: ofShop(reason) ? shopOf(first) : null,
      order_ids: group.map(({ order }) => order.id),
    }
  })
}
