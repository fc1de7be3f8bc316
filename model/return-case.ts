import type { Currency } from './money.ts'

/** One request of a buyer to give goods back or get money back, as a connector reports it. Amounts are minor units. */
export type ReturnCase = {
  channelReturnId: string
  channelOrderId: string
  status: ReturnStatus
  channelStatus: string
  kind: 'refund' | 'return' | 'replacement'
  /** In the channel's or the buyer's own words. */
  reason: string | null
  currency: Currency
  /** Amount that the buyer requests; once refunded, the amount that was paid. */
  refund: number
  requestedAt: Date
  /** A report older than the stored one is ignored. */
  changedAt: Date
  /** Until when the seller may answer; the channel decides afterwards. */
  answerBy: Date | null
  trackingNumber: string | null
  /** Pictures that the buyer took, where the channel shows them. */
  images: string[]
  lines: { shopSku: string; quantity: number; refund: number }[]
}

/** Ids as the API and the screens have them. Source: docs/orders.md. */
export const returnStatusIds = {
  requested: 1,
  accepted: 2,
  rejected: 3,
  disputed: 4,
  in_transit: 5,
  received: 6,
  refunded: 7,
  closed: 8,
} as const

export type ReturnStatus = keyof typeof returnStatusIds

export const endedReturns: readonly number[] = [
  returnStatusIds.rejected,
  returnStatusIds.refunded,
  returnStatusIds.closed,
]

export const returnStatuses = Object.keys(returnStatusIds) as ReturnStatus[]

export function returnStatusOf(id: number): ReturnStatus {
  const status = returnStatuses[id - 1]
  if (!status) throw new RangeError(`no return status has id ${id}`)
  return status
}

/** A seller's answer to a return; `received` confirms that the products arrived and lets the channel pay the buyer. */
export type ReturnAnswer =
  | { decision: 'accept' | 'received' }
  /** `reasonId` is one of the channel's, where it demands one; `email` is where it reaches the seller, likewise. */
  | { decision: 'reject'; reasonId: string | null; note: string | null; email?: string }
