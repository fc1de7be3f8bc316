/** From which warehouse a new order is taken that belongs to a sales area. */

/**
 * The first of the area's warehouses that has all of the order, else the shop's own if that has all; an order is not split.
 * If none has all: the one with most pieces, and the shop's own if there are none at all.
 *
 * @param demand pieces by SKU, of those that were counted in one of the warehouses
 * @param has what is left to sell; undefined: the SKU has no figure there that this order may be taken from
 */
export function chooseWarehouse(
  demand: Map<number, number>,
  ofArea: number[],
  own: number,
  has: (skuId: number, warehouseId: number) => number | undefined,
): number {
  const skus = [...demand]
  // Without a figure a piece would be taken from nowhere.
  const countedIn = ofArea.filter((id) => id !== own && skus.every(([skuId]) => has(skuId, id) !== undefined))
  const candidates = ofArea.filter((id) => id === own || countedIn.includes(id))
  if (!candidates.includes(own)) candidates.push(own)
  const left = (skuId: number, warehouseId: number) => Math.max(0, has(skuId, warehouseId) ?? 0)
  const piecesIn = (id: number) =>
    skus.reduce((sum, [skuId, quantity]) => sum + Math.min(quantity, left(skuId, id)), 0)
  const asked = skus.reduce((sum, [, quantity]) => sum + quantity, 0)
  const most = Math.max(...candidates.map(piecesIn))
  return most === 0 && asked > 0 ? own : (candidates.find((id) => piecesIn(id) === most) ?? own)
}
