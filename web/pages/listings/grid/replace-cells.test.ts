import { expect, it } from 'vitest'
import { changedCells } from './replace-cells.ts'

const cell = (text: string, key: 'price' | 'threshold' | 'from' = 'price', row = 0) => ({
  row,
  key,
  text,
  currency: 'MYR',
})

it('replaces every place of a text, as it is written and in any capitals', () => {
  const cells = [cell('12,50'), cell('9,90'), cell('2026-11-24 00:00', 'from', 2)]
  expect(changedCells(cells, { kind: 'text', find: ',', by: '.' })).toEqual([
    { row: 0, key: 'price', text: '12.50' },
    { row: 0, key: 'price', text: '9.90' },
  ])
  expect(changedCells([cell('a.b.A.b')], { kind: 'text', find: 'a.b', by: '$&' })).toMatchObject([
    { text: '$&.$&' },
  ])
  expect(changedCells(cells, { kind: 'text', find: '', by: 'x' })).toEqual([])
})

it('changes amounts by per cent or by an amount, and leaves what has none or would have none left', () => {
  const cells = [cell('12,50'), cell('n/a'), cell('1.234'), cell(''), cell('10', 'threshold'), cell('1,00')]
  expect(changedCells(cells, { kind: 'percent', value: 10 }).map(({ text }) => text)).toEqual([
    '13,75',
    '1,10',
  ])
  expect(changedCells(cells, { kind: 'add', value: -1 }).map(({ text }) => text)).toEqual(['11,50'])
})

it('adds an amount to the prices of its own currency alone', () => {
  const cells = [cell('12,50'), { ...cell('40000'), currency: 'VND' }]
  expect(changedCells(cells, { kind: 'add', value: 5, currency: 'MYR' })).toMatchObject([{ text: '17,50' }])
  expect(changedCells(cells, { kind: 'percent', value: 10 })).toHaveLength(2)
})
