/** Lazada's words in ours. An order has no status of its own: its rows have, one for each piece. */
import type { OrderStatus } from '../../../model/order-status.ts'
import type { LazadaItem } from './wire.ts'

const statuses: Record<string, OrderStatus> = {
  unpaid: 'unpaid',
  pending: 'pending',
  topack: 'pending',
  packed: 'pending',
  repacked: 'pending',
  ready_to_ship: 'ready_to_ship',
  toship: 'ready_to_ship',
  shipped: 'shipped',
  shipping: 'shipped',
  delivered: 'delivered',
  confirmed: 'delivered',
  canceled: 'canceled',
  returned: 'returned',
  shipped_back: 'returned',
  shipped_back_success: 'returned',
  failed: 'failed',
  failed_delivery: 'failed',
  shipped_back_failed: 'failed',
  lost: 'failed',
  lost_by_3pl: 'failed',
  damaged_by_3pl: 'failed',
  package_scrapped: 'failed',
}

/** Words for failures, the worst first; one piece with such a word is enough. */
const troubles = [
  'lost',
  'lost_by_3pl',
  'damaged_by_3pl',
  'package_scrapped',
  'failed_delivery',
  'shipped_back_failed',
  'failed',
]

/** Back with the seller or on the way there, the earlier first. */
const returns = ['shipped_back', 'shipped_back_success', 'returned']

/** The ordinary way, the earliest first: an order is as far as its slowest piece. */
const way = [
  'unpaid',
  'pending',
  'topack',
  'repacked',
  'packed',
  'toship',
  'ready_to_ship',
  'shipping',
  'shipped',
  'delivered',
  'confirmed',
]

const canceled = 'canceled'

/** Lazada's own spellings differ by the age of the API. */
export function itemStatus(item: Pick<LazadaItem, 'status'>): string {
  const word = item.status.trim().toLowerCase().replaceAll(/[ -]/g, '_')
  return word === 'cancelled' ? canceled : word
}

export function isCanceled(item: Pick<LazadaItem, 'status'>): boolean {
  return itemStatus(item) === canceled
}

/** The word that stands for all of an order's rows, and ours for it. */
export function statusOf(items: Pick<LazadaItem, 'status'>[]): {
  status: OrderStatus
  channelStatus: string
} {
  const words = new Set(items.map(itemStatus))
  const onTheWay = way.find((word) => words.has(word))
  // A piece that its buyer gave back leaves the order with those that he keeps. One that could not be handed over is
  // taken in with the order.
  const ended = returns.find((word) => words.has(word) && (word !== 'returned' || onTheWay === undefined))
  // A returned order is closed for good, so it has to wait until no other piece is to be sent or received.
  const isAtEnd = onTheWay === undefined || statuses[onTheWay] === 'delivered'
  const unknown = [...words].find((word) => !(word in statuses))
  const channelStatus =
    troubles.find((word) => words.has(word)) ??
    (isAtEnd && unknown === undefined ? ended : undefined) ??
    onTheWay ??
    unknown ??
    ended ??
    canceled
  // A word that is new to us says nothing of how far the piece is: the seller is asked to look.
  return { status: statuses[channelStatus] ?? 'pending', channelStatus }
}

/** Nobody can send the goods back any more. */
export function isCompleted(channelStatus: string): boolean {
  return channelStatus === 'confirmed'
}
