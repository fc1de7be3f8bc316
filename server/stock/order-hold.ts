/** What an order does to the stock of one SKU, by its status. */
import type { OrderStatus } from '../../model/order-status.ts'

export type Hold = { reserved: number; shipped: number }

export type HoldChange = {
  hold: Hold
  /** Pieces that the first count had taken for sold already, although they were still on the shelf. */
  found: number
}

/**
 * The hold that an order of `quantity` pieces has from now on; undefined: it has nothing to do with our figures.
 *
 * @param isAfterCount false: the channel had taken it off already when its figure became our first one
 */
export function nextHold(
  before: Hold | undefined,
  status: OrderStatus,
  quantity: number,
  isAfterCount: boolean,
): HoldChange | undefined {
  if (status === 'canceled') {
    // What has left the house comes back as a return, or not at all.
    return before && { hold: { reserved: 0, shipped: before.shipped }, found: 0 }
  }
  const isOut = status === 'shipped' || status === 'delivered' || status === 'returned' || status === 'failed'
  const hold = isOut ? { reserved: 0, shipped: quantity } : { reserved: quantity, shipped: 0 }
  if (before || isAfterCount) return { hold, found: 0 }
  return isOut ? undefined : { hold, found: quantity }
}
