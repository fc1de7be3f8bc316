/** The nine order statuses, the moves between them, and what a seller may do in each. Source: the order state machine in docs/orders.md. */

export const orderStatusIds = {
  unpaid: 1,
  pending: 2,
  confirmed: 3,
  ready_to_ship: 4,
  shipped: 5,
  delivered: 6,
  canceled: 7,
  returned: 8,
  failed: 9,
} as const

export type OrderStatus = keyof typeof orderStatusIds

export const orderStatuses = Object.keys(orderStatusIds) as OrderStatus[]

export function orderStatusOf(id: number): OrderStatus {
  const status = orderStatuses[id - 1]
  if (!status) throw new RangeError(`no order status has id ${id}`)
  return status
}

/** Kinds of events in an order's history. */
export type OrderEvent =
  | 'placed'
  | 'paid'
  | 'confirmed'
  | 'courier_booked'
  | 'handed_over'
  | 'delivered'
  | 'delivery_failed'
  | 'redelivery'
  | 'returned'
  | 'canceled'
  | 'reopened'
  | 'cancel_requested'
  | 'cancel_request_withdrawn'
  | 'corrected'
  | 'waybill_printed'
  | 'waybill_reprinted'

/**
 * Status after a channel's report. The channel is always right about its own order, so no move is refused here:
 * a move that the trade does not know is kept as `corrected`, which the history shows as such. Only the two terminal
 * states stay: a late report about a canceled or returned order changes nothing. Where the channel takes canceled orders up
 * again (`reopens`), one that is paid or worked on after all is open again.
 */
export function moveOrder(
  from: OrderStatus | null,
  reported: OrderStatus,
  { reopens = false }: { reopens?: boolean | undefined } = {},
): { to: OrderStatus; event: OrderEvent | null } {
  if (from === null) return { to: reported, event: 'placed' }
  if (from === reported) return { to: from, event: null }
  if (from === 'canceled' && reopens && liveStatuses.has(reported)) return { to: reported, event: 'reopened' }
  if (terminalStatuses.has(from)) return { to: from, event: null }
  return { to: reported, event: knownMoves[from][reported] ?? 'corrected' }
}

export const terminalStatuses: ReadonlySet<OrderStatus> = new Set(['canceled', 'returned'])

/** Money that is paid back for a canceled order, or a payment that fails once more, does not reopen it. */
const liveStatuses: ReadonlySet<OrderStatus> = new Set([
  'unpaid',
  'pending',
  'confirmed',
  'ready_to_ship',
  'shipped',
  'delivered',
])

/**
 * A report may skip steps (the parcel was packed and collected between two polls), so each row lists every status that
 * lies ahead, named by the step that was reached.
 */
const knownMoves: Record<OrderStatus, Partial<Record<OrderStatus, OrderEvent>>> = {
  unpaid: {
    pending: 'paid',
    confirmed: 'confirmed',
    ready_to_ship: 'courier_booked',
    shipped: 'handed_over',
    delivered: 'delivered',
    canceled: 'canceled',
    failed: 'delivery_failed',
  },
  pending: {
    confirmed: 'confirmed',
    ready_to_ship: 'courier_booked',
    shipped: 'handed_over',
    delivered: 'delivered',
    canceled: 'canceled',
    failed: 'delivery_failed',
    returned: 'returned',
  },
  confirmed: {
    ready_to_ship: 'courier_booked',
    shipped: 'handed_over',
    delivered: 'delivered',
    canceled: 'canceled',
    failed: 'delivery_failed',
    returned: 'returned',
  },
  ready_to_ship: {
    shipped: 'handed_over',
    delivered: 'delivered',
    canceled: 'canceled',
    failed: 'delivery_failed',
    returned: 'returned',
  },
  shipped: { delivered: 'delivered', failed: 'delivery_failed', returned: 'returned' },
  delivered: { returned: 'returned' },
  failed: { shipped: 'redelivery', returned: 'returned', delivered: 'delivered' },
  canceled: {},
  returned: {},
}

/** Orders that still count towards what a shop sold. */
export function isSale(status: OrderStatus): boolean {
  return status !== 'unpaid' && status !== 'canceled'
}
