import { describe, expect, it } from 'vitest'
import type { TemplateSku } from '../../../../model/product-template.ts'
import { cellOfText, cellsIn, columnsFor, textOfCell, type VariantColumn } from './variant-columns.ts'

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
    expect(cellOfText(column('money', 'price'), text)).toEqual({ price })
  })

  it.each([
    [' 7 ', 7],
    ['7,5', Number.NaN],
    ['-1', Number.NaN],
    ['', null],
  ])('"%s" is %s pieces', (text, quantity) => {
    expect(cellOfText(column('whole', 'quantity'), text)).toEqual({ quantity })
  })

  it('is a time to the minute, however it came', () => {
    expect(cellOfText(column('time', 'special_date_from'), '2026-12-01T09:30:00')).toEqual({
      special_date_from: '2026-12-01 09:30',
    })
  })

  it('keeps the spaces that are typed in the midst of a code', () => {
    expect(cellOfText(column('text', 'seller_sku'), ' A 1 ')).toEqual({ seller_sku: 'A 1 ' })
  })
})

it('is copied as it is typed', () => {
  const sku = { seller_sku: 'A-1', price: 12.5, quantity: null, cost_price: Number.NaN } as TemplateSku
  expect(
    (['seller_sku', 'price', 'quantity', 'cost_price'] as const).map((one) => textOfCell(sku, one)),
  ).toEqual(['A-1', '12,5', '', ''])
})

describe('the clipboard of a spreadsheet', () => {
  it('has a line for each row, whichever the system ends it with', () => {
    expect(cellsIn('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(cellsIn('a\n\nb')).toEqual([['a'], [''], ['b']])
    expect(cellsIn('a\t\t')).toEqual([['a', '', '']])
    expect(cellsIn('')).toEqual([['']])
  })

  it('has cells of several lines in quotes', () => {
    expect(cellsIn('"Tea\r\ncup"\t12\r\n"5"" plate"\t"x\ty"')).toEqual([
      ['Tea cup', '12'],
      ['5" plate', 'x\ty'],
    ])
  })

  it('has quotes that are part of a text', () => {
    expect(cellsIn('5" plate\t"A" cup\n"open')).toEqual([['5" plate', '"A" cup'], ['"open']])
  })
})
