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

/** By the deadline, in days of the account's time zone; `none` has no deadline. In their order. */
export const dueGroups = ['overdue', 'today', 'tomorrow', 'later', 'none'] as const
export type DueGroup = (typeof dueGroups)[number]

export type OrderDeadlines = {
  cancelRequestedAt: string | null
  cancelDeadline: string | null
  shipBy: string | null
}

/** By when an order of the queue needs somebody: while its buyer waits for an answer by the deadline of the answer, else by the ship-by time. */
export function deadlineOf({ cancelRequestedAt, cancelDeadline, shipBy }: OrderDeadlines): string | null {
  return cancelRequestedAt === null ? shipBy : (cancelDeadline ?? shipBy)
}

/** Moments at which the groups begin and end. */
export type DueLimits = { now: Date; tomorrow: Date; dayAfter: Date }

export function dueGroupOf(deadline: string | null, { now, tomorrow, dayAfter }: DueLimits): DueGroup {
  if (deadline === null) return 'none'
  const at = new Date(deadline)
  if (at < now) return 'overdue'
  if (at < tomorrow) return 'today'
  return at < dayAfter ? 'tomorrow' : 'later'
}

/** Groups that a list can be asked for together; `ahead` is all that is not overdue. */
export const dueFilters = [...dueGroups, 'ahead'] as const
export type DueFilter = (typeof dueFilters)[number]

export function groupsOfDue(filter: DueFilter): DueGroup[] {
  return filter === 'ahead' ? dueGroups.filter((group) => group !== 'overdue') : [filter]
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
