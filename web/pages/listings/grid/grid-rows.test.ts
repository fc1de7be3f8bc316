import { describe, expect, it } from 'vitest'
import { checkRow, type GridRow, openEdits, storedText } from './grid-rows.ts'
import { withTaken } from './grid-state.ts'
import { instantAt, localTime } from './zoned-time.ts'

const row: GridRow = {
  id: 7,
  product_id: 1,
  product_name: 'A lantern',
  image: null,
  variant: 'White',
  shop_id: 1,
  seller_sku: 'L-1',
  sku_id: 5,
  currency: 'MYR',
  price: 12.9,
  special_price: { price: 9.9, from: '2026-11-24T16:00:00Z', to: '2026-11-30T15:59:00Z' },
  threshold: 10,
  is_active: true,
  is_deleted: false,
  is_pending: false,
}
const reader = {
  timeZone: 'Asia/Kuala_Lumpur',
  active: 'Active',
  inactive: 'Inactive',
  now: new Date('2026-11-25T00:00:00Z'),
}
const check = (edits: object) => checkRow(row, edits, reader)

describe('a row of the grid', () => {
  it('shows special prices in the time zone of the account', () => {
    expect([storedText(row, 'special', reader), storedText(row, 'from', reader)]).toEqual([
      '9,90',
      '2026-11-25 00:00',
    ])
  })

  it('sends what was edited and no more', () => {
    expect(check({ price: '13,50' }).variant).toEqual({ id: 7, price: 13.5, was: { price: 12.9 } })
    expect(check({ threshold: '20', status: 'inactive' })).toMatchObject({
      variant: { id: 7, threshold: 20 },
      status: 0,
    })
    expect(check({ special: '' }).variant).toMatchObject({ special_price: null })
    expect(check({ to: '2026-12-01' }).variant).toMatchObject({
      special_price: { price: 9.9, from: '2026-11-24T16:00:00.000Z', to: '2026-11-30T16:00:00.000Z' },
    })
  })

  it('takes prices, dates and levels as Excel in Japan and Vietnam copies them', () => {
    const yen = { ...row, currency: 'JPY', price: 1200, special_price: null }
    const edits = { price: '¥12,000', special: '１１，０００', from: '2026/12/1 9:05', to: '31/12/2026' }
    expect(checkRow(yen, { ...edits, threshold: '１,０００' }, reader)).toMatchObject({
      errors: {},
      variant: {
        price: 12_000,
        special_price: { price: 11_000, from: '2026-12-01T01:05:00.000Z', to: '2026-12-30T16:00:00.000Z' },
        threshold: 1000,
      },
    })
    expect(checkRow({ ...yen, currency: 'VND' }, { price: '120.000 ₫' }, reader).variant?.price).toBe(120_000)
    expect(check({ price: '1.234' }).errors).toEqual({ price: 'ambiguous' })
  })

  it('keeps back an edit over what another one has taken the place of, and no other', () => {
    const checked = checkRow(row, { price: '14,00', threshold: '20', status: 'Inactive' }, reader, {
      price: '11,00',
      threshold: '10',
      status: 'Active',
    })
    expect(checked).toMatchObject({
      errors: { price: 'overtaken' },
      variant: { id: 7, threshold: 20 },
      status: 0,
    })
    expect(checked.variant).not.toHaveProperty('price')
    const others = { threshold: '9', status: 'Inactive' }
    const late = checkRow(row, { threshold: '20', status: '0' }, reader, others)
    expect([late.errors, late.variant, late.status]).toEqual([
      { threshold: 'overtaken', status: 'overtaken' },
      undefined,
      undefined,
    ])
  })

  it('has no edit left where the same is stored by now', () => {
    expect(openEdits(row, { price: '12,90', threshold: '20' }, reader)).toEqual({ threshold: '20' })
  })

  it('shows what a channel has taken until the store has another value than before', () => {
    const taken = { values: { price: 14, threshold: 20 }, over: { price: 12.9, threshold: 10 } }
    expect(withTaken(row, taken)).toMatchObject({ price: 14, threshold: 20 })
    expect(withTaken({ ...row, price: 15 }, taken)).toMatchObject({ price: 15, threshold: 20 })
  })

  it.each([
    [{ price: '1.234' }, { price: 'ambiguous' }],
    [{ price: 'n/a' }, { price: 'amount' }],
    [{ price: '0' }, { price: 'amount' }],
    [{ price: '12,9055' }, { price: 'decimals' }],
    [{ price: '9,90' }, { price: 'below_special' }],
    [{ special: '12,90' }, { special: 'below_price' }],
    [{ special: '6,45' }, { special: 'above_half' }],
    [{ from: '24/11' }, { from: 'date' }],
    [{ from: '2026-12-24' }, { from: 'dates' }],
    [{ from: '2026-11-01', to: '2026-11-24' }, { to: 'over' }],
    [{ threshold: '1,5' }, { threshold: 'count' }],
    [{ status: 'gone' }, { status: 'status' }],
  ])('names what is wrong with %j', (edits, errors) => {
    expect(check(edits).errors).toEqual(expect.objectContaining(errors))
  })

  it('sends the right cells of a row that has a wrong one', () => {
    expect(check({ price: 'n/a', threshold: '5' }).variant).toEqual({
      id: 7,
      threshold: 5,
      was: { price: 12.9 },
    })
  })
})

it('reads local times, also on the day on which the clock changes', () => {
  for (const [text, zone, at] of [
    ['2026-11-25 00:00', 'Asia/Kuala_Lumpur', '2026-11-24T16:00:00.000Z'],
    ['2026-03-29 01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
    ['2026-10-25 12:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
  ] as const) {
    expect(instantAt(text, zone)).toBe(at)
    expect(localTime(at, zone)).toBe(text)
  }
  expect(instantAt('2026-02-30', 'Asia/Tokyo')).toBeUndefined()
  expect(instantAt('soon', 'Asia/Tokyo')).toBeUndefined()
})
