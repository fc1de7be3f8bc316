import type { Clock } from '../kit/clock.ts'
import { callRoute } from '../kit/control-call.ts'
import type { CourierParcel } from '../kit/courier-simulation.ts'
import type { Faults } from '../kit/faults.ts'
import type { Marketplace } from '../kit/marketplace.ts'
import { answerModeOf } from './answer-modes.ts'
import { STEPS, type ChannelActions, type OrderRow, type Step } from './channel-actions.ts'
import type { EventLog } from './event-log.ts'
import type { FlashSales } from './flash-sales.ts'
import { COURIERS, type KeySet } from './keys.ts'

export interface PageParts {
  clock: Clock
  faults: Faults
  channels: readonly ChannelActions[]
  /** The channels and couriers, by code. */
  marketplaces: ReadonlyMap<string, Marketplace>
  couriers: readonly Marketplace[]
  keys: () => KeySet[]
  consoleUrl: string | undefined
  log: EventLog
  flashSales: FlashSales
  /** Channels whose webhooks are off. */
  silenced: Set<string>
}

/** A step: it can be done, it can not be done now, or the channel has no such step. */
type Steps = Record<Exclude<Step, 'ready'>, boolean | null>

/** Orders of a shop, the latest first, among which its buttons look for one that fits. */
const LOOKED_AT = 100
const SHOWN_ORDERS = 12
const SHOWN_PARCELS = 8

const stepsOf = (channel: ChannelActions, can: (step: Step) => boolean): Steps =>
  Object.fromEntries(
    STEPS.filter((step) => step !== 'ready').map((step) => [
      step,
      channel.steps.includes(step) ? can(step) : null,
    ]),
  ) as Steps

/** The latest order of the shop that the step is possible for. */
export const fittingOrder = (channel: ChannelActions, shopId: string, step: Step): OrderRow | undefined =>
  channel.newest(shopId, LOOKED_AT).find(({ id }) => channel.can(id, step))

/** Buyers of some channels may only call off, not ask to. */
export const cancelStep = ({ steps }: ChannelActions): 'request_cancel' | 'cancel' =>
  steps.includes('request_cancel') ? 'request_cancel' : 'cancel'

function channelRow(parts: PageParts, channel: ChannelActions): object {
  const { faults, flashSales, silenced } = parts
  return {
    code: channel.code,
    name: channel.name,
    answers: answerModeOf(faults, channel.code),
    has_webhooks: channel.hasWebhooks,
    webhooks: !silenced.has(channel.code),
    steps: channel.steps,
    shops: channel.shops().map(({ id, name, isLinked }) => {
      const canAsk = (step: Step): boolean | null =>
        channel.steps.includes(step) ? fittingOrder(channel, id, step) !== undefined : null
      return {
        id,
        name,
        linked: isLinked,
        flash_sale: flashSales.isRunning(channel, id),
        can_cancel: canAsk(cancelStep(channel)),
        can_return: canAsk('return'),
      }
    }),
  }
}

function latestOrders({ channels }: PageParts): object[] {
  const shops = channels.flatMap((channel) => channel.shops().map((shop) => ({ channel, shop })))
  const linked = shops.filter(({ shop }) => shop.isLinked)
  return (linked.length > 0 ? linked : shops)
    .flatMap(({ channel, shop }) =>
      channel.newest(shop.id, SHOWN_ORDERS).map((order) => ({ channel, shop, order })),
    )
    .sort((a, b) => b.order.created - a.order.created || (a.order.id < b.order.id ? 1 : -1))
    .slice(0, SHOWN_ORDERS)
    .map(({ channel, shop, order }) => ({
      ...order,
      channel: channel.code,
      shop: shop.name,
      steps: stepsOf(channel, (step) => channel.can(order.id, step)),
    }))
}

export const parcelsOf = (courier: Marketplace): CourierParcel[] =>
  (callRoute(courier.routes, `GET /_sandbox/oracle/${courier.code}/parcels`) as { parcels: CourierParcel[] })
    .parcels

function courierRow({ faults }: PageParts, courier: Marketplace): object {
  return {
    code: courier.code,
    name: COURIERS[courier.code as keyof typeof COURIERS],
    answers: answerModeOf(faults, courier.code),
    parcels: parcelsOf(courier)
      .slice(-SHOWN_PARCELS)
      .toReversed()
      .map(({ number, reference, state, scans }) => ({
        number,
        reference,
        state: scans.at(-1)?.words ?? state,
      })),
  }
}

/** Orders per minute that each marketplace sells by itself. */
export const perMinute = ({ channels, marketplaces }: PageParts): number =>
  Math.max(...channels.map(({ code }) => paceOf(marketplaces.get(code))))

const paceOf = (marketplace: Marketplace | undefined): number =>
  (marketplace?.summary() as { live_per_minute?: number } | undefined)?.live_per_minute ?? 0

function medianOf(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Everything that the page shows. */
export function pageState(parts: PageParts): object {
  const { clock, channels, couriers, log } = parts
  const entries = log.entries()
  const times = entries.flatMap(({ orders, fetched_ms: ms }) =>
    orders === 1 && ms !== undefined ? [ms] : [],
  )
  return {
    console_url: parts.consoleUrl ?? null,
    now: clock.nowMs(),
    offset: clock.offset(),
    per_minute: perMinute(parts),
    channels: channels.map((channel) => channelRow(parts, channel)),
    orders: latestOrders(parts),
    couriers: couriers.map((courier) => courierRow(parts, courier)),
    keys: parts.keys(),
    log: entries,
    median_ms: medianOf(times),
  }
}
