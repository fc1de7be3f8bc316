import type { Catalog, Pieces } from '../../kit/catalog.ts'
import type { Clock } from '../../kit/clock.ts'
import { withAddress } from '../../kit/fake-customers.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import type { OrderIndex } from '../../kit/order-index.ts'
import { trackingCode } from './order-factory.ts'
import { mainWarehouse } from './shops.ts'
import type { Item, Order, OrderStatus } from './types.ts'

/** One thing that can happen to an order: from which statuses, to which; without one it stays where it is. */
interface Move {
  from: readonly OrderStatus[]
  to?: OrderStatus
}

const OPEN: readonly OrderStatus[] = ['processing', 'waiting_payment', 'queueing', 'picking', 'packaging']

/** Every way in which an order can change. */
export const MOVES = {
  accept: { from: ['processing'], to: 'queueing' },
  pay: { from: ['waiting_payment'], to: 'queueing' },
  confirm: { from: ['queueing'] },
  /** The seller has not got the last of what was bought. */
  refuse_item: { from: ['queueing'] },
  pick: { from: ['queueing'], to: 'picking' },
  pack: { from: ['picking'], to: 'packaging' },
  hand_over: { from: ['packaging'], to: 'handover_to_partner' },
  ship: { from: ['handover_to_partner'], to: 'shipping' },
  deliver: { from: ['shipping'], to: 'successful_delivery' },
  fail: { from: ['shipping'], to: 'failed' },
  take_back: { from: ['failed', 'successful_delivery'], to: 'returned' },
  complete: { from: ['successful_delivery'], to: 'complete' },
  cancel: { from: OPEN, to: 'canceled' },
  move_house: { from: ['queueing', 'picking'] },
} as const satisfies Record<string, Move>

export type Action = keyof typeof MOVES

export const isAction = (text: string): text is Action => Object.hasOwn(MOVES, text)

export interface MoveDetails {
  reason?: string | undefined
  /** Warehouse and ids of the confirmed items. */
  warehouseId?: number | undefined
  itemIds?: readonly number[] | undefined
}

export const isRefused = ({ confirmation }: Item): boolean => confirmation === 'seller_canceled'

/** Returns the pieces of the order without those that the seller refused. */
export const piecesOf = (order: Order): Pieces[] =>
  order.items.filter((item) => !isRefused(item)).map(({ sku, quantity }) => ({ sku, quantity }))

/** Checks whether the order's pieces are promised: they still lie in the seller's warehouse. */
export const isPromised = ({ status }: Order): boolean => OPEN.includes(status)

interface LifecycleParts {
  book: OrderIndex<Order, string>
  catalog: Catalog<number>
  clock: Clock
}

export function createLifecycle({ clock, book, catalog }: LifecycleParts) {
  const confirm = (order: Order, { warehouseId, itemIds }: MoveDetails): void => {
    for (const item of order.items) {
      if (isRefused(item)) continue
      const isThere = itemIds?.includes(item.id) ?? true
      item.confirmation = isThere ? 'seller_confirmed' : 'seller_canceled'
      item.confirmedAt = clock.now()
      item.warehouseId = warehouseId ?? mainWarehouse(order.shop).id
      if (!isThere) catalog.giveBack(order.shop.id, [item])
    }
  }

  const isAllowed = (order: Order, action: Action): boolean => {
    const { from }: Move = MOVES[action]
    if (!from.includes(order.status)) return false
    const waits = order.items.some(({ confirmation }) => confirmation === 'waiting')
    if (action === 'confirm') return waits
    if (action === 'refuse_item') return waits && order.items.filter((item) => !isRefused(item)).length > 1
    return action !== 'pick' || !waits
  }

  const apply = (order: Order, action: Action, details: MoveDetails): void => {
    const now = clock.now()
    const { to }: Move = MOVES[action]
    if (action === 'pay') order.payTime = now
    if (action === 'confirm') confirm(order, details)
    const refused = action === 'refuse_item' ? order.items.findLast((item) => !isRefused(item)) : undefined
    if (refused) {
      refused.confirmation = 'seller_canceled'
      refused.confirmedAt = now
      catalog.giveBack(order.shop.id, [refused])
    }
    if (action === 'hand_over' && order.fulfilment !== 'seller_delivery')
      order.tracking = trackingCode(order.code)
    if (action === 'move_house')
      order.buyer = withAddress(order.buyer, `Số 1, ${order.buyer.address.full_address}`)
    if (to === 'canceled') {
      order.cancelTime = now
      order.cancelReason = details.reason ?? 'Khách không còn nhu cầu'
      catalog.giveBack(order.shop.id, piecesOf(order))
    }
    if (to) order.status = to
  }

  return {
    /** Changes an order; false when its state does not allow that. */
    move(order: Order, action: Action, details: MoveDetails = {}): boolean {
      if (!isAllowed(order, action)) return false
      book.change(order, clock.now(), () => apply(order, action, details))
      return true
    },
    create: (order: Order, record: OrderRecord): void => book.create(order, record),
  }
}
