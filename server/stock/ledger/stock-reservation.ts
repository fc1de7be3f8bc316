/** Effect of an order on the stock of one SKU, by its status. */
import type { OrderStatus } from '../../../model/order-status.ts'

export type Reservation = {
  reserved: number
  shipped: number
  /** Shipped pieces that a person took in again with the parcel, until the order is sent once more. */
  back: number
  /** Pieces of an order that reserves nothing before it is paid: its channel has subtracted them already. */
  unpaid: number
}

export type ReservationChange = {
  reservation: Reservation
  /** Pieces that the first count had taken for sold already, although they were still on the shelf. */
  found: number
}

/**
 * The reservation that an order of `quantity` pieces has from now on; undefined: it has nothing to do with our figures.
 *
 * @param reservesUnpaid false: an order takes its pieces once it is paid, but keeps those that it has
 * @param isAfterCount false: it was taken off already when the first figure was counted
 */
export function nextReservation(
  before: Reservation | undefined,
  status: OrderStatus,
  quantity: number,
  { isAfterCount, reservesUnpaid }: { isAfterCount: boolean; reservesUnpaid: boolean },
): ReservationChange | undefined {
  if (status === 'canceled') {
    // Shipped pieces come back as a return, with the parcel, or not at all.
    const left = { reserved: 0, shipped: before?.shipped ?? 0, back: before?.back ?? 0, unpaid: 0 }
    return before && { reservation: left, found: 0 }
  }
  const isOut = hasLeft(status)
  const waits = status === 'unpaid' && !reservesUnpaid && !before?.reserved
  const back = comesBack(status) ? Math.min(before?.back ?? 0, quantity) : 0
  const none = { reserved: 0, shipped: 0, back, unpaid: 0 }
  const reservation = { ...none, [isOut ? 'shipped' : waits ? 'unpaid' : 'reserved']: quantity }
  if (before || isAfterCount) return { reservation, found: 0 }
  return isOut ? undefined : { reservation, found: quantity }
}

/** Pieces that lie in no warehouse of ours any more because of the order. */
export function piecesOut(reservation: Reservation | undefined): number {
  return reservation ? reservation.shipped - reservation.back : 0
}

/** Answers whether its parcel is not on its way to the buyer any more: what was taken in of it lies here. */
function comesBack(status: OrderStatus): boolean {
  return status === 'returned' || status === 'failed'
}

/** Answers whether the order's pieces have left the shelf, even if they came back since. */
export function hasLeft(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered' || status === 'returned' || status === 'failed'
}
