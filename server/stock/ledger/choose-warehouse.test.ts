import { describe, expect, it } from 'vitest'
import { chooseWarehouse } from './choose-warehouse.ts'

const [own, near, far] = [1, 2, 3]
const [cup, plate] = [10, 11]

/** By warehouse: what is left of cups and plates; null: never counted there. */
function choose(
  figures: Record<number, [number | null, number | null]>,
  demand: [number, number] = [1, 1],
  ofArea = [near, far],
) {
  const choice = chooseWarehouse(
    new Map([
      [cup, demand[0]],
      [plate, demand[1]],
    ]),
    ofArea,
    own,
    (skuId, id) => figures[id]?.[skuId - cup] ?? undefined,
  )
  return [choice.warehouseId, [...choice.short]]
}

describe('a new order of an area', () => {
  it('is taken from the first warehouse that has all of it', () => {
    expect(choose({ [own]: [9, 9], [near]: [1, 1], [far]: [9, 9] })).toEqual([near, []])
    expect(choose({ [own]: [9, 9], [near]: [1, 0], [far]: [1, 1] })).toEqual([far, []])
    expect(choose({ [own]: [9, 9], [near]: [9, 9] }, [1, 1], [own, near])).toEqual([own, []])
  })

  it("is taken from the shop's own one if only that has all of it", () => {
    expect(choose({ [own]: [1, 1], [near]: [0, 9], [far]: [9, null] })).toEqual([own, []])
  })

  it('is taken from the one with most pieces if none has all, the first of equals, and is short of the rest', () => {
    expect(choose({ [own]: [1, 0], [near]: [1, 0], [far]: [2, 0] }, [3, 1])).toEqual([far, [cup, plate]])
    expect(choose({ [own]: [0, 1], [near]: [1, 0], [far]: [1, 0] })).toEqual([near, [plate]])
    // More pieces of a SKU than are needed make no difference.
    expect(choose({ [own]: [1, 1], [near]: [99, 0], [far]: [0, 0] }, [1, 2])).toEqual([own, [plate]])
  })

  it("is left with the shop's own one if there is nothing anywhere", () => {
    expect(choose({ [own]: [0, -2], [near]: [0, 0], [far]: [-1, 0] })).toEqual([own, [cup, plate]])
  })

  it('is never taken from where one of its SKUs has no figure', () => {
    expect(choose({ [own]: [0, 1], [near]: [9, null], [far]: [null, 9] })).toEqual([own, [cup]])
  })
})
