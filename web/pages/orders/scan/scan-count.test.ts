import { describe, expect, it } from 'vitest'
import {
  countScan,
  countsOf,
  leftOf,
  looseIn,
  nextLineOf,
  partsLeft,
  quantityIn,
  setAside,
  wantedBy,
  withLoose,
  type Counts,
  type ScannedOrder,
} from './scan-count.ts'

const line = (id: string, quantity: number, codes: string[], is_gift = false) => ({
  id,
  name: id,
  variant_label: null,
  image: null,
  quantity,
  scanned: 0,
  is_gift,
  codes,
  parts: [] as ScannedOrder['lines'][number]['parts'],
})
const order: ScannedOrder = {
  id: 1,
  code: '2603050A',
  shop: { id: 1, system_name: 'Shop', platform_id: 2 },
  tracking_number: 'MY123',
  package_ids: ['PK-1'],
  ship_by_at: null,
  lines: [
    line('cup', 2, ['CUP-01', '100_1']),
    line('lamp', 1, ['LAMP', '100_2']),
    line('free cup', 1, ['CUP-01', '100_1'], true),
  ],
  last_check: null,
}

/** The verdicts of scans one after another, and how many items are left. */
function scanAll(...codes: string[]): [string[], number] {
  return scanAllOf(order, codes)
}

function scanAllOf(order: ScannedOrder, codes: string[]): [string[], number] {
  let counts: Counts = new Map()
  const said = codes.map((code) => {
    const verdict = countScan(order, counts, code)
    if ('counts' in verdict) counts = verdict.counts
    return 'line' in verdict ? `${verdict.is} ${verdict.line.id}` : verdict.is
  })
  return [said, leftOf(order, counts)]
}

it('counts up by any of a thing’s codes, however it is written, and fills the gift last', () => {
  expect(scanAll('CUP-01', 'lamp', ' 100_1 ', 'cup-01')).toEqual([
    ['counted cup', 'counted lamp', 'counted cup', 'counted free cup'],
    0,
  ])
})

it('reads a quantity, and lists what is begun and not complete', () => {
  expect(['Q3', 'q 12', 'Ｑ１２', 'Q0', 'Q', '3', 'Q12345', 'QLAMP', 'Q-1'].map(quantityIn)).toEqual([
    3,
    12,
    12,
    0,
    null,
    null,
    null,
    null,
    null,
  ])
  const begun = { id: 's', at: 0, order_id: 1, line_id: 'cup', add: 2 }
  expect(setAside([order, { ...order, id: 2 }], [begun])).toEqual([{ order, done: 2, total: 4 }])
})

it('refuses what is too many and what is not in it, without counting', () => {
  expect(scanAll('LAMP', 'LAMP', 'HAT', 'CUP-0')).toEqual([
    ['counted lamp', 'surplus lamp', 'wrong', 'wrong'],
    3,
  ])
})

it('counts a bundle when all of its parts are scanned, in any order, or the bundle itself', () => {
  const parts = [
    { name: 'Saucer', quantity: 1, codes: ['SAUCER'] },
    { name: 'Cup', quantity: 2, codes: ['CUP-01', '4901234567894'] },
  ]
  const set = { ...order, lines: [{ ...line('set', 3, ['SET']), parts }, line('cup', 1, ['CUP-01'])] }
  expect(
    scanAllOf(set, ['CUP-01', '4901234567894', 'cup-01', 'CUP-01', 'SAUCER', 'SAUCER', 'SAUCER']),
  ).toEqual([['counted cup', 'part set', 'part set', 'part set', 'counted set', 'part set', 'part set'], 2])
  expect(scanAllOf(set, ['SET', 'SET', 'SAUCER', 'SAUCER', 'HAT'])).toEqual([
    ['counted set', 'counted set', 'part set', 'surplus set', 'wrong'],
    2,
  ])
})

it('knows the order itself when it is scanned again', () => {
  expect(scanAll('2603050a', 'my123', 'pk-1')).toEqual([['order', 'order', 'order'], 4])
})

it('goes on from what the server and this device have counted before', () => {
  const known = { ...order, lines: order.lines.map((one) => ({ ...one, scanned: 1 })) }
  const kept = { id: 'scan-0001', at: 0, order_id: 1 }
  const counts = countsOf(known, [{ ...kept, line_id: 'cup', add: 1 }])
  expect(leftOf(known, counts)).toBe(0)
  expect(nextLineOf(known, countsOf(known, []))?.id).toBe('cup')
  expect(
    leftOf(
      known,
      countsOf(known, [
        { ...kept, reset: true },
        { ...kept, line_id: 'lamp', add: 1 },
      ]),
    ),
  ).toBe(3)
})

it('knows which other order a wrong thing belongs to', () => {
  const other = { ...order, id: 2, code: '2603050B', lines: [line('hat', 1, ['HAT'])] }
  expect(wantedBy([order, other], 1, 'hat')?.order.code).toBe('2603050B')
  expect(wantedBy([order, other], 1, 'cup-01')).toBeUndefined()
})

it('reads what a scanner types on a Japanese keyboard', () => {
  expect(scanAll('ＣＵＰ－０１', 'ｌａｍｐ', '１００＿１', 'ＭＹ１２３')).toEqual([
    ['counted cup', 'counted lamp', 'counted cup', 'order'],
    1,
  ])
})

describe('loose parts of a bundle', () => {
  const parts = [
    { name: 'Saucer', quantity: 1, codes: ['SAUCER'] },
    { name: 'Cup', quantity: 2, codes: ['CUP'] },
  ]
  const set: ScannedOrder = { ...order, lines: [{ ...line('set', 2, ['SET']), parts }] }
  const after = (...codes: string[]): Counts =>
    codes.reduce<Counts>((counts, code) => {
      const verdict = countScan(set, counts, code)
      return 'counts' in verdict ? verdict.counts : counts
    }, new Map())

  it('lie in the parcel until the bundle is whole, and are there again when the order is opened again', () => {
    const begun = after('CUP', 'SAUCER')
    expect(looseIn(set, begun)).toEqual([
      ['set/0', 1],
      ['set/1', 1],
    ])
    const again = withLoose(set, new Map(), looseIn(set, begun))
    expect([leftOf(set, again), looseIn(set, again)]).toEqual([2, looseIn(set, begun)])
    const whole = countScan(set, again, 'CUP')
    expect(whole.is === 'counted' && [leftOf(set, whole.counts), looseIn(set, whole.counts)]).toEqual([1, []])
  })

  it('are no more than are wanted after somebody counted whole bundles elsewhere', () => {
    const begun = after('CUP', 'CUP', 'CUP', 'SAUCER')
    expect(leftOf(set, begun)).toBe(1)
    const many: [string, number][] = [
      ['set/0', 2],
      ['set/1', 4],
    ]
    expect(looseIn(set, withLoose(set, new Map([['set', 1]]), many))).toEqual([
      ['set/0', 1],
      ['set/1', 2],
    ])
    expect(looseIn(set, withLoose(set, new Map([['set', 2]]), many))).toEqual([])
  })

  it('are wanted for the pieces that are left', () => {
    const [bundle] = set.lines
    const left = (counted: number) =>
      bundle?.parts.map((part) => partsLeft(new Map([['set', counted]]), bundle, part))
    expect([left(0), left(1), left(2)]).toEqual([
      [2, 4],
      [1, 2],
      [0, 0],
    ])
  })

  it('of another order are named with it', () => {
    const other = { ...set, id: 9, code: 'SET-9' }
    expect(wantedBy([order, other], 1, 'saucer')?.order.code).toBe('SET-9')
  })
})

it('has nothing left of an order without lines, and no line to go on with', () => {
  const none = { ...order, lines: [] }
  expect([leftOf(none, new Map()), nextLineOf(none, new Map()), setAside([none], [])]).toEqual([
    0,
    undefined,
    [],
  ])
  expect(countScan(none, new Map(), 'CUP-01').is).toBe('wrong')
})

it('leaves pieces aside only of orders that are begun and not complete', () => {
  const kept = (id: string, lineId: string, add: number) => ({ id, at: 0, order_id: 1, line_id: lineId, add })
  const all = [kept('1', 'cup', 2), kept('2', 'lamp', 1), kept('3', 'free cup', 1)]
  expect(setAside([order], [])).toEqual([])
  expect(setAside([order], all)).toEqual([])
  expect(setAside([order], all.slice(0, 2))).toMatchObject([{ done: 3, total: 4 }])
  expect(setAside([order], [...all, kept('4', 'cup', -1)])).toMatchObject([{ done: 3, total: 4 }])
})
