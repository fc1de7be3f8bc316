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

export type ProgressNews = {
  channelOrderId: string
  step: ProgressStep
  /** Who carries the parcel and under which number; null while nobody does. The address is the buyer's to follow it. */
  parcel: { provider: string; trackingNumber: string; trackingUrl: string | null } | null
  /** The channel's own id of the place that the goods leave from, where it asks for one; null: its main one. */
  warehouseId: string | null
  /** In the courier's or the seller's words: why it failed, or came back. */
  reason: string | null
}
