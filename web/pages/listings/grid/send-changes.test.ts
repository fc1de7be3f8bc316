import { describe, expect, it } from 'vitest'
import { answerOf, answersAtOnce, progressOf } from './send-changes.ts'

type Batch = Parameters<typeof answersAtOnce>[1]
type Change = Batch['changes'][number]
type Refused = Parameters<typeof answersAtOnce>[2]

const change = (variantId: number | null, productId: number, more: Partial<Change> = {}) =>
  ({ id: 1, variant_id: variantId, product_id: productId, state: 'queued', ...more }) as Change
const batchOf = (...changes: Change[]) => ({ changes }) as Batch
const refusal = (
  variantId: number | null,
  productId: number | null,
  field: Refused[number]['field'],
  message: string,
) => ({
  variant_id: variantId,
  product_id: productId,
  field,
  message,
})
const prices = ['price', 'special', 'from', 'to']

describe('answers that need no channel', () => {
  const answers = (
    variants: Parameters<typeof answersAtOnce>[0]['variants'],
    changes: Change[] = [],
    refused: Refused = [],
  ) =>
    answersAtOnce({ variants, products: [] }, batchOf(...changes), refused).map(
      ({ variantId, fields, message }) => [variantId, fields, message],
    )

  it('are that a price stands so already, where nothing is sent and nothing is refused', () => {
    expect(answers([{ id: 1, price: 5 }])).toEqual([[1, prices, null]])
    expect(answers([{ id: 1, special_price: null }])).toEqual([[1, prices, null]])
  })

  it('say nothing of a price that is on its way', () => {
    expect(answers([{ id: 1, price: 5 }], [change(1, 9)])).toEqual([])
  })

  it('are the words of a refusal, of the row that it is about', () => {
    const refused = [refusal(1, null, 'special_price', 'Too high'), refusal(2, null, 'row', 'Gone')]
    const rows = [
      { id: 1, price: 5 },
      { id: 2, price: 6, threshold: 3 },
      { id: 3, price: 7 },
    ]
    expect(answers(rows, [], refused)).toEqual([
      [1, prices, 'Too high'],
      [2, prices, 'Gone'],
      [2, ['threshold'], 'Gone'],
      [3, prices, null],
    ])
  })

  it('tell a level apart from the price beside it', () => {
    const row = { id: 1, price: 5, threshold: 3 }
    expect(answers([row], [change(1, 9)], [refusal(1, null, 'threshold', 'Not yours')])).toEqual([
      [1, ['threshold'], 'Not yours'],
    ])
    expect(answers([row], [], [refusal(1, null, 'price', 'Locked')])).toEqual([
      [1, prices, 'Locked'],
      [1, ['threshold'], null],
    ])
    expect(answers([{ id: 1, threshold: null }])).toEqual([[1, ['threshold'], null]])
  })

  it('of a product are about its status alone, whatever becomes of its variants', () => {
    const products = [7, 8, 9].map((id) => ({ id, status: 0 as const }))
    const sent = batchOf(change(null, 7), change(3, 8))
    const found = answersAtOnce({ variants: [], products }, sent, [refusal(null, 9, 'status', 'Closed')])
    expect(found).toEqual([
      { variantId: null, productId: 8, fields: ['status'], message: null },
      { variantId: null, productId: 9, fields: ['status'], message: 'Closed' },
    ])
  })
})

it.each([
  [change(3, 9, { state: 'done', message: 'Thanks' }), prices, null],
  [change(null, 9, { state: 'done' }), ['status'], null],
  [change(3, 9, { state: 'failed', message: 'Too low', error: 'Failed' }), prices, 'Too low'],
  [change(3, 9, { state: 'failed', message: null, error: 'Failed' }), prices, 'Failed'],
  [change(3, 9, { state: 'failed', message: null, error: null }), prices, ''],
])('a change that has ended answers for its cells: %#', (ended, fields, message) => {
  expect(answerOf(ended)).toMatchObject({ fields, message })
})

describe('the progress', () => {
  const shop = (id: number, total: number, done: number, failed: number) => ({
    shop_id: id,
    total,
    done,
    failed,
    open: total - done - failed,
  })
  const batch = (...shops: ReturnType<typeof shop>[]) =>
    ({
      shops,
      total: shops.reduce((sum, { total }) => sum + total, 0),
      open: shops.reduce((sum, { open }) => sum + open, 0),
    }) as unknown as Batch

  it('adds up what was sent in several calls, shop by shop', () => {
    expect(
      progressOf(true, [batch(shop(1, 500, 100, 2)), batch(shop(1, 20, 20, 0), shop(2, 5, 0, 5))]),
    ).toEqual({
      isRunning: true,
      total: 525,
      ended: 127,
      shops: [
        { shopId: 1, total: 520, done: 120, failed: 2 },
        { shopId: 2, total: 5, done: 0, failed: 5 },
      ],
    })
  })

  it('is nothing before the first answer', () => {
    expect(progressOf(true, [])).toEqual({ isRunning: true, total: 0, ended: 0, shops: [] })
  })
})
