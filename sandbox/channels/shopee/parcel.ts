import { hash } from '../../kit/random.ts'
import type { Line, Order, OrderStatus, Parcel, Shop } from './types.ts'

/** The parcel's status that goes with an order's, unless an action says otherwise. */
export const PARCEL_STATUS: Record<OrderStatus, string> = {
  UNPAID: 'LOGISTICS_NOT_START',
  PENDING: 'LOGISTICS_PENDING_ARRANGE',
  READY_TO_SHIP: 'LOGISTICS_READY',
  PROCESSED: 'LOGISTICS_REQUEST_CREATED',
  RETRY_SHIP: 'LOGISTICS_PICKUP_RETRY',
  SHIPPED: 'LOGISTICS_PICKUP_DONE',
  TO_CONFIRM_RECEIVE: 'LOGISTICS_DELIVERY_DONE',
  IN_CANCEL: 'LOGISTICS_READY',
  CANCELLED: 'LOGISTICS_INVALID',
  TO_RETURN: 'LOGISTICS_DELIVERY_DONE',
  COMPLETED: 'LOGISTICS_DELIVERY_DONE',
}

export const parcelsOf = (order: Order): Parcel[] => [order.parcel, ...order.others]

export const linesIn = (order: Order, { lines }: Parcel): Line[] =>
  lines ? lines.flatMap((place) => order.lines[place] ?? []) : order.lines

/** Its hand-over was arranged, once at least. */
export const isArranged = ({ trackingAt }: Parcel): boolean => trackingAt > 0

/** Two hashes: one alone gives some of a hundred thousand parcels the same number. */
export const packageNumber = (seed: string): string =>
  `OFG${100_000_000_000_000 + hash(`parcel:${seed}`) * 10_000 + (hash(`parcel+:${seed}`) % 10_000)}`

export function trackingNumber(shop: Shop, sn: string, place = 0): string {
  const seed = place === 0 ? sn : `${sn}:${place}`
  return `SPX${shop.region}${String(1_000_000_000_00 + hash(`tracking:${seed}`))}`
}
