import { hash } from '../../random.ts'
import type { OrderStatus, Shop } from './types.ts'

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

export function trackingNumber(shop: Shop, sn: string): string {
  return `SPX${shop.region}${String(1_000_000_000_00 + hash(`tracking:${sn}`))}`
}
