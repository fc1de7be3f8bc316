import { ControlError } from '../kit/control-call.ts'

/** Things that the page lets happen to an order. `ready` makes a new order one that the seller can work on. */
export const STEPS = ['ready', 'cancel', 'request_cancel', 'return', 'pickup', 'deliver'] as const
export type Step = (typeof STEPS)[number]

export interface OrderRow {
  id: string
  /** The number that the seller reads. */
  number: string
  title: string
  status: string
  /** Seconds since 1970. */
  created: number
}

/** The actions of the page on one channel, with shops and orders named by text. */
export interface ChannelActions {
  code: string
  name: string
  /** Steps that the channel has at all. */
  steps: readonly Step[]
  hasWebhooks: boolean
  /** Sells by itself in the live mode. */
  sellsByItself: boolean
  shops(): { id: string; name: string; isLinked: boolean }[]
  /** Sells an order that is paid and ready to ship; throws NotForSale. */
  place(shopId: string): OrderRow
  /** The shop's latest orders, the newest first. */
  newest(shopId: string, count: number): OrderRow[]
  find(orderId: string): (OrderRow & { shopId: string }) | undefined
  can(orderId: string, step: Step): boolean
  take(orderId: string, step: Step): void
  /** Ends the seller's consent, or takes the keys of a store back. */
  endPermission(shopId: string): void
  /** Paths whose answers hold orders in full. */
  readsOrder: RegExp
  /** Text that an answer holds if it holds the order. */
  markOf(order: OrderRow): string
}

export interface StepRule<Order> {
  can: (order: Order) => boolean
  take: (order: Order) => unknown
}

export interface ChannelRules<Shop, Order> extends Pick<
  ChannelActions,
  'code' | 'name' | 'hasWebhooks' | 'sellsByItself' | 'readsOrder'
> {
  shops: () => Shop[]
  idOf: (shop: Shop) => string
  nameOf: (shop: Shop) => string
  isLinked: (shop: Shop) => boolean
  endPermission: (shop: Shop) => void
  sell: (shop: Shop) => Order
  /** The oldest first. */
  ordersOf: (shop: Shop) => readonly Order[]
  find: (id: string) => Order | undefined
  shopOf: (order: Order) => Shop
  show: (order: Order) => OrderRow
  steps: Partial<Record<Step, StepRule<Order>>>
  markOf?: (order: OrderRow) => string
}

export function channelActions<Shop, Order>(rules: ChannelRules<Shop, Order>): ChannelActions {
  const { steps, show } = rules
  const shopOf = (id: string): Shop => {
    const shop = rules.shops().find((one) => rules.idOf(one) === id)
    if (!shop) throw new ControlError(`there is no shop ${id}`, 404)
    return shop
  }
  const orderOf = (id: string): Order => {
    const order = rules.find(id)
    if (!order) throw new ControlError(`there is no order ${id}`, 404)
    return order
  }
  return {
    code: rules.code,
    name: rules.name,
    steps: STEPS.filter((step) => steps[step]),
    hasWebhooks: rules.hasWebhooks,
    sellsByItself: rules.sellsByItself,
    readsOrder: rules.readsOrder,
    markOf: rules.markOf ?? (({ id }) => id),
    shops: () =>
      rules.shops().map((shop) => ({
        id: rules.idOf(shop),
        name: rules.nameOf(shop),
        isLinked: rules.isLinked(shop),
      })),
    place(shopId) {
      const order = rules.sell(shopOf(shopId))
      if (steps.ready?.can(order)) steps.ready.take(order)
      return show(order)
    },
    newest: (shopId, count) =>
      rules
        .ordersOf(shopOf(shopId))
        .slice(-count)
        .toReversed()
        .map((order) => show(order)),
    find(id) {
      const order = rules.find(id)
      return order && { ...show(order), shopId: rules.idOf(rules.shopOf(order)) }
    },
    can: (id, step) => steps[step]?.can(orderOf(id)) ?? false,
    take(id, step) {
      const order = orderOf(id)
      const rule = steps[step]
      if (!rule?.can(order)) throw new ControlError(`an order in ${show(order).status} can not ${step}`, 409)
      rule.take(order)
    },
    endPermission: (shopId) => rules.endPermission(shopOf(shopId)),
  }
}

/** "2 × Regency Cakestand 3 Tier +1": the first line, and how many more there are. */
export function titleOf(lines: readonly { name: string; quantity: number }[]): string {
  const [first, ...others] = lines
  if (!first) return ''
  return `${first.quantity} × ${first.name}${others.length > 0 ? ` +${others.length}` : ''}`
}

/** A step that is the first possible of several moves, and then those after it that have become possible. */
export const inTurn = <Order, Action>(
  moves: readonly Action[],
  can: (order: Order, move: Action) => boolean,
  move: (order: Order, action: Action) => unknown,
): StepRule<Order> => ({
  can: (order) => moves.some((one) => can(order, one)),
  take(order) {
    for (const one of moves) if (can(order, one)) move(order, one)
  },
})
