import { expect, it } from 'vitest'
import {
  countScan,
  countsOf,
  leftOf,
  nextLineOf,
  quantityIn,
  setAside,
  wantedBy,
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
  expect(['Q3', 'q 12', 'Q', '3', 'Q12345', 'QLAMP'].map(quantityIn)).toEqual([3, 12, null, null, null, null])
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
