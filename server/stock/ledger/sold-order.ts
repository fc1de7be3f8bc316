import type { OrderStatus } from '../../../model/order-status.ts'
import type { Destination } from '../../../model/sales-area.ts'

/** Facts of an order that the stock ledger needs. */
export type SoldOrder = {
  id: number
  status: OrderStatus
  placedAt: Date
  /** When we first heard of it, by our own clock. */
  heardAt: Date
  /** When its channel first said that it is on its way, or further. */
  leftAt: Date | null
  lines: { shopSku: string; quantity: number }[]
  /** The shop SKUs that it had by the report before. */
  linesBefore: ReadonlySet<string>
  to: Destination
}

/** Marketplaces tell whole seconds, and their clocks are not ours. */
const clocksApartMs = 5 * 60_000

/**
 * Answers whether an order was placed after the first figure was taken. An order that was known by then was not. Of the
 * others, those from the minutes before count as later ones: at worst a piece too few is offered, never one too many.
 */
export function isAfter({ placedAt, heardAt }: SoldOrder, countedAt: Date): boolean {
  return heardAt > countedAt && placedAt.getTime() >= countedAt.getTime() - clocksApartMs
}

/**
 * Answers whether the order had left before the listing got its SKU: its pieces were never among those that the SKU's figure
 * was counted of. An order from the minutes before counts as a later one, as in `isAfter`.
 */
export function leftBeforeLink({ leftAt }: SoldOrder, linkedAt: Date | null): boolean {
  return leftAt !== null && linkedAt !== null && leftAt.getTime() < linkedAt.getTime() - clocksApartMs
}
