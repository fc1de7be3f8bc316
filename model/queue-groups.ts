/** The work queue: orders that have to leave, by the day by which they do, and what each waits for. */
import type { OrderStatus } from './order-status.ts'

/** Orders of these statuses stand in the queue. */
export const queueStatuses = ['pending', 'confirmed', 'ready_to_ship'] as const satisfies OrderStatus[]

/**
 * Each order of the queue waits for exactly one of them.
 *
 *   answer     the buyer asks to cancel
 *   confirm    the hand-over has to be arranged
 *   print      its label is not on paper
 *   scan       its content is not checked
 *   hand_over  the courier
 *   waiting    the channel
 */
export const queueSteps = ['answer', 'confirm', 'print', 'scan', 'hand_over', 'waiting'] as const
export type QueueStep = (typeof queueSteps)[number]

/** By the ship-by time, in days of the account's time zone; `none` has no such time. In their order. */
export const dueGroups = ['overdue', 'today', 'tomorrow', 'later', 'none'] as const
export type DueGroup = (typeof dueGroups)[number]

/** Moments at which the groups begin and end. */
export type DueLimits = { now: Date; tomorrow: Date; dayAfter: Date }

export function dueGroupOf(shipBy: Date | null, { now, tomorrow, dayAfter }: DueLimits): DueGroup {
  if (shipBy === null) return 'none'
  if (shipBy < now) return 'overdue'
  if (shipBy < tomorrow) return 'today'
  return shipBy < dayAfter ? 'tomorrow' : 'later'
}

/** Orders that the figures of the queue count at most: more than a team can work off in days. */
export const mostCounted = 10_000

/** Lowest number of a courier that the channel books by itself; the owner's own ones are booked here (model/delivery.ts). */
export const firstChannelCourier = 5

export type QueuedOrder = {
  status: OrderStatus
  isCancelRequested: boolean
  isPickupFailed: boolean
  isPrinted: boolean
  isChecked: boolean
  courier: number | null
}

export function queueStepOf(order: QueuedOrder): QueueStep {
  if (order.isCancelRequested) return 'answer'
  if (order.status === 'pending' || order.isPickupFailed) return 'confirm'
  if (order.status === 'confirmed') return (order.courier ?? 0) < firstChannelCourier ? 'confirm' : 'waiting'
  if (!order.isPrinted) return 'print'
  return order.isChecked ? 'hand_over' : 'scan'
}
