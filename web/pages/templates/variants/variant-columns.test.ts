import { describe, expect, it } from 'vitest'
import type { TemplateSku } from '../../../../model/product-template.ts'
import { cellOfText, columnsFor, textOfCell, type VariantColumn } from './variant-columns.ts'

const column = (kind: VariantColumn['kind'], field: VariantColumn['field']) => ({ kind, field })

describe('columns', () => {
  const fields = (platforms: number[], hasSpecial = false) =>
    columnsFor(platforms, hasSpecial).map(({ field }) => field)

  it('have the unit where a point of sale is chosen, and dates where a special price is', () => {
    expect(fields([1])).toEqual(['seller_sku', 'price', 'special_price', 'quantity', 'cost_price'])
    expect(fields([1, 3])).toContain('primaryUnitName')
    expect(fields([1], true)).toEqual(expect.arrayContaining(['special_date_from', 'special_date_to']))
  })
})

describe('a text that is typed or pasted', () => {
  it.each([
    ['12,50', 12.5],
    ['1.234', 1234],
    ['１２', 12],
    ['', null],
    ['twelve', Number.NaN],
  ])('"%s" is an amount of %s', (text, price) => {
    expect(cellOfText(column('money', 'price'), text, 'MYR')).toEqual({ price })
  })

  it.each([
    [' 7 ', 7],
    ['7,5', Number.NaN],
    ['-1', Number.NaN],
    ['', null],
  ])('"%s" is %s pieces', (text, quantity) => {
    expect(cellOfText(column('whole', 'quantity'), text, 'MYR')).toEqual({ quantity })
  })

  it('is a time to the minute, however it came', () => {
    expect(cellOfText(column('time', 'special_date_from'), '2026-12-01T09:30:00', 'MYR')).toEqual({
      special_date_from: '2026-12-01 09:30',
    })
  })

  it('keeps the spaces that are typed in the midst of a code', () => {
    expect(cellOfText(column('text', 'seller_sku'), ' A 1 ', 'MYR')).toEqual({ seller_sku: 'A 1 ' })
  })
})

it('is copied as it is typed', () => {
  const sku = { seller_sku: 'A-1', price: 12.5, quantity: null, cost_price: Number.NaN } as TemplateSku
  expect(
    (['seller_sku', 'price', 'quantity', 'cost_price'] as const).map((one) => textOfCell(sku, one)),
  ).toEqual(['A-1', '12,5', '', ''])
})

it.each([
  ['price', 'money', 'RM 1,234.50', 1234.5],
  ['price', 'money', '１２．５', 12.5],
  ['special_price', 'money', '12.50MYR', 12.5],
  ['cost_price', 'money', '$ 5', Number.NaN],
  ['quantity', 'whole', '１，０００', 1000],
  ['special_date_from', 'time', '2026/12/1 9:05', '2026-12-01 09:05'],
  ['special_date_from', 'time', '01/12/2026 23:59', '2026-12-01 23:59'],
  ['special_date_to', 'time', '2026-12-01T10:00', '2026-12-01 10:00'],
  // Nothing that the draft could not be saved with.
  ['special_date_to', 'time', 'end of year', ''],
  ['special_date_to', 'time', '31/02/2026', ''],
  ['special_date_to', 'time', '2026-12-01 24:00', ''],
  ['special_date_to', 'time', '2026-12-01 25:10', ''],
  ['special_date_to', 'time', '2026-12-01 09:60', ''],
  ['special_date_to', 'time', '46357.5', '2026-12-01 12:00'],
  ['special_date_to', 'time', '２０２６年１２月１日', '2026-12-01 00:00'],
  ['special_date_to', 'time', '09:05 01/12/2026', '2026-12-01 09:05'],
  ['special_date_to', 'time', '', ''],
  // The year is being typed, and what stands before it stays.
  ['special_date_to', 'time', '0002-12-01T09:30', '0002-12-01 09:30'],
  ['seller_sku', 'text', '  A 1 ', 'A 1 '],
  ['quantity', 'whole', '１．５', Number.NaN],
  ['price', 'money', '¥ 500', Number.NaN],
] as const)('%s reads %s %j as it is copied from a spreadsheet', (field, kind, text, value) => {
  expect(cellOfText({ field, kind }, text, 'MYR')).toEqual({ [field]: value })
})

it.each([
  [[2], false, ['seller_sku', 'price', 'special_price', 'quantity', 'cost_price']],
  [[3], false, ['seller_sku', 'primaryUnitName', 'price', 'special_price', 'quantity', 'cost_price']],
  [
    [],
    true,
    [
      'seller_sku',
      'price',
      'special_price',
      'special_date_from',
      'special_date_to',
      'quantity',
      'cost_price',
    ],
  ],
])(
  'has for the channels %j, with a special price or not (%s), the columns %j',
  (platforms, hasSpecial, fields) => {
    expect(columnsFor(platforms, hasSpecial).map(({ field }) => field)).toEqual(fields)
  },
)

it.each([
  ['MYR', '12,50 RM', 12.5],
  ['MYR', '1.234,50', 1234.5],
  ['JPY', '¥1,980', 1980],
  ['JPY', '1980円', 1980],
  ['VND', '120.000 ₫', 120_000],
  ['VND', '120,000đ', 120_000],
  ['SGD', 'S$ 12.50', 12.5],
  ['XXX', '12.50', 12.5],
])('in %s reads %j', (currency, text, price) => {
  expect(cellOfText({ field: 'price', kind: 'money' }, text, currency)).toEqual({ price })
})
