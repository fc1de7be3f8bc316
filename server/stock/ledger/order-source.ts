/** Warehouse that the pieces of an order come from: its shop's, or one that a sales area chose (decision 0029). */
import { chooseWarehouse } from './choose-warehouse.ts'
import { isAfter, type SoldOrder } from './sold-order.ts'
import { placeOf, type Figure } from './stock-rows-store.ts'

export type Source = {
  own: number
  /** The warehouses of the order's area, or the ones that it holds something in already; none: it has no area. */
  others: number[]
  figures: Map<string, Figure>
}

/** @param demand pieces by SKU, less what the order has reserved already */
export function orderSource(
  order: SoldOrder,
  demand: Map<number, number>,
  { own, others, figures }: Source,
): number {
  if (others.length === 0) return own
  const places = [own, ...others]
  const counted = new Map(
    [...demand].filter(([skuId]) =>
      places.some((warehouseId) => figures.has(placeOf({ skuId, warehouseId }))),
    ),
  )
  // Its own channel had taken it off already when the figure of the shop's warehouse began.
  const isKnown = [...counted.keys()].some((skuId) => {
    const figure = figures.get(placeOf({ skuId, warehouseId: own }))
    return figure && !isAfter(order, figure.countedAt)
  })
  if (isKnown || counted.size === 0) return own
  return chooseWarehouse(counted, others, own, (skuId, warehouseId) => {
    const figure = figures.get(placeOf({ skuId, warehouseId }))
    // An order from before a figure lies on top of it, so that its pieces would come from nowhere.
    return figure && isAfter(order, figure.countedAt) ? figure.onHand - figure.reserved : undefined
  })
}
