import { describe, expect, it } from 'vitest'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { movedPieces, piecesOf, thingsOf } from './things-of.ts'

type Line = Order['order_product_skus']['data'][number]

const line = (id: string, shopSku: string, quantity: number, more: object = {}) =>
  ({
    id,
    shop_sku: shopSku,
    seller_sku: null,
    quantity,
    is_gift: false,
    product_sku: { data: { name: `Name of ${shopSku}`, variant_label: null, image: null } },
    ...more,
  }) as unknown as Line

describe('the things of an order', () => {
  it('are its lines by the code of the shop, a gift of the same thing among them', () => {
    const lines = [line('1', 'cup', 2), line('2', 'lamp', 1), line('3', 'cup', 1, { is_gift: true })]
    expect(
      thingsOf(lines).map(({ shopSku, quantity, lines: own }) => [shopSku, quantity, own.length]),
    ).toEqual([
      ['cup', 3, 2],
      ['lamp', 1, 1],
    ])
    expect(thingsOf([])).toEqual([])
  })

  it.each([
    [{ seller_sku: 'C-1' }, 'Name of cup', 'C-1'],
    [{}, 'Name of cup', 'cup'],
    [
      { seller_sku: 'C-1', product_sku: { data: { name: '湯呑', variant_label: '赤, 大', image: null } } },
      '湯呑',
      'C-1 · 赤, 大',
    ],
  ])('are called as the shop calls them: %j', (more, name, context) => {
    expect(thingsOf([line('1', 'cup', 1, more)])[0]).toMatchObject({ name, context })
  })

  it('have a line each where codes differ by their capitals alone', () => {
    expect(thingsOf([line('1', 'cup', 1), line('2', 'CUP', 1)])).toHaveLength(2)
  })
})

describe('pieces in parcels', () => {
  const [cups = never()] = thingsOf([line('a', 'cup', 2), line('b', 'cup', 3), line('c', 'cup', 1)])
  const split = (...shares: number[]) => {
    const places = shares.map((_, at) => at)
    return places.map((parcel) =>
      piecesOf(cups, places, parcel, (_, at) => shares[at] ?? 0).map(
        ({ id, quantity }) => `${quantity}${id}`,
      ),
    )
  }

  it.each([
    [[6], [['2a', '3b', '1c']]],
    [
      [6, 0],
      [['2a', '3b', '1c'], []],
    ],
    [
      [0, 6],
      [[], ['2a', '3b', '1c']],
    ],
    [
      [1, 5],
      [['1a'], ['1a', '3b', '1c']],
    ],
    [
      [2, 4],
      [['2a'], ['3b', '1c']],
    ],
    [
      [3, 0, 3],
      [['2a', '1b'], [], ['2b', '1c']],
    ],
    [
      [1, 1, 1, 1, 1, 1],
      [['1a'], ['1a'], ['1b'], ['1b'], ['1b'], ['1c']],
    ],
  ])('shared as %j are taken line by line', (shares, parcels) => {
    expect(split(...shares)).toEqual(parcels)
  })

  it('are all of the thing, however they are shared, and none of them twice', () => {
    for (let first = 0; first <= 6; first++)
      for (let second = 0; first + second <= 6; second++) {
        const found = split(first, second, 6 - first - second).flat()
        const sums = Object.groupBy(found, (text) => text.slice(1))
        const pieces = (id: string) =>
          (sums[id] ?? []).reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
        expect([first, second, pieces('a'), pieces('b'), pieces('c')]).toEqual([first, second, 2, 3, 1])
      }
  })
})

it.each([
  ['1', 1],
  ['6', 6],
  ['２', 2],
  [' 3 ', 3],
  ['7', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['all', undefined],
])('moves %j of six pieces as %s', (text, pieces) => {
  expect(movedPieces(text, 6)).toBe(pieces)
})

function never(): never {
  throw new Error('an order of one thing has it')
}
