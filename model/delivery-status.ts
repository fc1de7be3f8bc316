/** Delivery status of an order with the seller's own courier, as it is sent to the order's channel. */
import type { OrderStatus } from './order-status.ts'

/** `pending`: the parcel that was announced is not coming after all, and the order waits for another. */
export const deliverySteps = [
  'pending',
  'confirmed',
  'ready_to_ship',
  'shipped',
  'delivered',
  'failed',
  'returned',
  'canceled',
] as const satisfies OrderStatus[]

export type DeliveryStep = (typeof deliverySteps)[number]

/** Returns the delivery status of an order from those of its parcels: the least advanced one. */
export function leastStep(steps: readonly DeliveryStep[]): DeliveryStep | null {
  return wayOfParcels.find((step) => steps.includes(step)) ?? null
}

/** A parcel that did not arrive keeps the order from counting as delivered, once nothing of it is under way. */
const wayOfParcels: readonly DeliveryStep[] = [
  'pending',
  'confirmed',
  'ready_to_ship',
  'shipped',
  'failed',
  'returned',
  'delivered',
]

export type StatusUpdate = {
  channelOrderId: string
  step: DeliveryStep
  /** Courier and number of each parcel; empty until one is booked. The address is the buyer's tracking page. */
  parcels: { provider: string; trackingNumber: string; trackingUrl: string | null }[]
  /** The channel's own id of the place that the goods leave from, where it asks for one; null: its main one. */
  warehouseId: string | null
  /** In the courier's or the seller's words: why it failed, or came back. */
  reason: string | null
}
