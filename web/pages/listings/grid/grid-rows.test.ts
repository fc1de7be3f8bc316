import { describe, expect, it } from 'vitest'
import { checkRow, type GridRow, openEdits, storedText, tidyText, twinsOf } from './grid-rows.ts'
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

describe('a price beside a special price', () => {
  const at = (now: string) => ({ ...reader, now: new Date(now) })
  const priced = (price: string, now: string, one = row) => checkRow(one, { price }, at(now))

  it.each(['9,90', '9', '0,01'])('that holds has to be more than it: %s', (price) => {
    expect(priced(price, '2026-11-25T00:00:00Z').errors).toEqual({ price: 'below_special' })
    // It holds from a later day on.
    expect(priced(price, '2026-11-20T00:00:00Z').errors).toEqual({ price: 'below_special' })
  })

  it.each(['9,90', '9', '0,01'])('that has ended may be anything: %s', (price) => {
    for (const now of ['2026-11-30T15:59:00Z', '2027-03-01T00:00:00Z']) {
      const { errors, variant } = priced(price, now)
      expect([errors, variant?.price]).toEqual([{}, Number(price.replace(',', '.'))])
    }
  })

  it('that never ends has to be more than it at any time', () => {
    const endless = { ...row, special_price: { price: 9.9, from: null, to: null } }
    expect(priced('9', '2030-01-01T00:00:00Z', endless).errors).toEqual({ price: 'below_special' })
    expect(priced('10', '2030-01-01T00:00:00Z', endless).errors).toEqual({})
  })

  it.each([
    [{ special: '6,44', to: '2026-12-31' }, { special: 'above_half' }],
    [{ special: '6,46', to: '2026-12-31' }, {}],
    [{ special: '12,90', to: '2026-12-31' }, { special: 'below_price' }],
    [{ special: '12,89', to: '2026-12-31' }, {}],
    [{ special: '10', to: '2026-11-25 00:00' }, { from: 'dates' }],
    [{ special: '10', from: '2026-11-01', to: '2026-11-25 07:59' }, { to: 'over' }],
    [{ special: '10', from: '2026-11-01', to: '2026-11-25 08:00' }, { to: 'over' }],
    [{ special: '10', from: '2026-11-01', to: '2026-11-25 08:01' }, {}],
    [
      { special: '10', from: '', to: '' },
      { from: 'date', to: 'date' },
    ],
    [
      { special: '10', from: 'now', to: '2026-02-30' },
      { from: 'date', to: 'date' },
    ],
    [{ special: '1.234' }, { special: 'ambiguous' }],
    [{ special: '10,005' }, { special: 'ambiguous' }],
    [{ special: '10,0001' }, { special: 'decimals' }],
    [{ special: '-1' }, { special: 'amount' }],
  ])('keeps the rules of the API: %j', (edits, errors) => {
    expect(check(edits).errors).toEqual(errors)
  })
})

describe('other cells', () => {
  it.each([
    ['', null],
    [' ', null],
    ['0', 0],
    ['１２', 12],
    ['1.200', 1200],
    ['999999', 999_999],
  ])('take the level %j', (text, threshold) => {
    expect(check({ threshold: text })).toMatchObject({ errors: {}, variant: { threshold } })
  })

  it.each(['-1', '1,5', '1000000', 'few', '1e3'])('take no level %j', (text) => {
    expect(check({ threshold: text })).toMatchObject({ errors: { threshold: 'count' }, variant: undefined })
  })

  it.each([
    ['Active', 1],
    [' active ', 1],
    ['ACTIVE', 1],
    ['1', 1],
    ['inactive', 0],
    ['0', 0],
  ])('take the status %j', (text, status) => {
    expect(check({ status: text })).toMatchObject({ errors: {}, status })
  })

  it.each(['', 'yes', '2', 'Act'])('take no status %j', (text) => {
    expect(check({ status: text })).toMatchObject({ errors: { status: 'status' }, status: undefined })
  })

  it('are sent though a price beside them is wrong', () => {
    expect(check({ price: 'x', threshold: '3', status: '0' })).toEqual({
      errors: { price: 'amount' },
      variant: { id: 7, threshold: 3, was: { price: 12.9 } },
      status: 0,
    })
  })

  it('stand as the grid writes them once they are read', () => {
    const tidy = (field: 'price' | 'from' | 'status' | 'threshold', text: string) =>
      tidyText(row, field, text, reader)
    expect([tidy('price', 'RM 13.5'), tidy('price', '１３'), tidy('price', 'x')]).toEqual([
      '13,50',
      '13,00',
      'x',
    ])
    expect([tidy('from', '2026/12/1'), tidy('from', 'soon')]).toEqual(['2026-12-01 00:00', 'soon'])
    expect([tidy('status', '0'), tidy('status', 'ACTIVE'), tidy('status', '?')]).toEqual([
      'Inactive',
      'Active',
      '?',
    ])
    expect(tidy('threshold', ' 7')).toBe(' 7')
  })

  it('that are one thing are the same in all rows of it', () => {
    const other = { ...row, id: 8, product_id: 2 }
    const unlinked = { ...row, id: 9, sku_id: null }
    const rows = [row, other, unlinked]
    const ids = (field: 'price' | 'threshold' | 'status', of = row) =>
      twinsOf(of, field, rows).map(({ id }) => id)
    expect([ids('price'), ids('threshold'), ids('status')]).toEqual([[7], [7, 8], [7, 9]])
    expect(ids('threshold', unlinked)).toEqual([9])
  })
})
