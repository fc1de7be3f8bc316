/** How far an order is whose parcel the seller's own courier carries, as its channel is told. */
import type { OrderStatus } from './order-status.ts'

/** `pending`: the parcel that was announced is not coming after all, and the order waits for another. */
export const progressSteps = [
  'pending',
  'confirmed',
  'ready_to_ship',
  'shipped',
  'delivered',
  'failed',
  'returned',
  'canceled',
] as const satisfies OrderStatus[]

export type ProgressStep = (typeof progressSteps)[number]

/** How far an order is whose parcels are at these steps: as far as the one that is behind the others. */
export function leastStep(steps: readonly ProgressStep[]): ProgressStep | null {
  return wayOfParcels.find((step) => steps.includes(step)) ?? null
}

/** A parcel that did not arrive keeps the order from counting as delivered, once nothing of it is under way. */
const wayOfParcels: readonly ProgressStep[] = [
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
  step: ProgressStep
  /** Who carries each parcel and under which number; empty while nobody does. The address is the buyer's to follow it. */
  parcels: { provider: string; trackingNumber: string; trackingUrl: string | null }[]
  /** The channel's own id of the place that the goods leave from, where it asks for one; null: its main one. */
  warehouseId: string | null
  /** In the courier's or the seller's words: why it failed, or came back. */
  reason: string | null
}
