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
  return chooseWarehouse(
    new Map([
      [cup, demand[0]],
      [plate, demand[1]],
    ]),
    ofArea,
    own,
    (skuId, id) => figures[id]?.[skuId - cup] ?? undefined,
  )
}

describe('a new order of an area', () => {
  it('is taken from the first warehouse that has all of it', () => {
    expect(choose({ [own]: [9, 9], [near]: [1, 1], [far]: [9, 9] })).toBe(near)
    expect(choose({ [own]: [9, 9], [near]: [1, 0], [far]: [1, 1] })).toBe(far)
    expect(choose({ [own]: [9, 9], [near]: [9, 9] }, [1, 1], [own, near])).toBe(own)
  })

  it("is taken from the shop's own one if only that has all of it", () => {
    expect(choose({ [own]: [1, 1], [near]: [0, 9], [far]: [9, null] })).toBe(own)
  })

  it('is taken from the one with most pieces if none has all, the first of equals', () => {
    expect(choose({ [own]: [1, 0], [near]: [1, 0], [far]: [2, 0] }, [3, 1])).toBe(far)
    expect(choose({ [own]: [0, 1], [near]: [1, 0], [far]: [1, 0] })).toBe(near)
    // More pieces of a SKU than are needed make no difference.
    expect(choose({ [own]: [1, 1], [near]: [99, 0], [far]: [0, 0] }, [1, 2])).toBe(own)
  })

  it("is left with the shop's own one if there is nothing anywhere", () => {
    expect(choose({ [own]: [0, -2], [near]: [0, 0], [far]: [-1, 0] })).toBe(own)
  })

  it('is never taken from where one of its SKUs has no figure', () => {
    expect(choose({ [own]: [0, 1], [near]: [9, null], [far]: [null, 9] })).toBe(own)
  })
})
