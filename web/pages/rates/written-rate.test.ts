import { afterEach, expect, it } from 'vitest'
import { decimal, writeNumbersAs } from '../../parts/figures.ts'
import { typedRate, writtenRate } from './written-rate.ts'

afterEach(() => writeNumbersAs(undefined))

it.each([
  ['0,305', '0.305'],
  ['0.000168', '0.000168'],
  ['25400', '25400'],
  ['１１０．３５', '110.35'],
  ['110,3450', '110.3450'],
])('reads %s', (text, rate) => {
  expect(writtenRate(text)).toBe(rate)
})

it('takes what could be thousands or decimals for neither', () => {
  expect(writtenRate('25.400')).toEqual({ first: '25400', second: '25,4000' })
  expect(['25400', '25,4000'].map(writtenRate)).toEqual(['25400', '25.4000'])
  writeNumbersAs('ja-JP')
  expect(writtenRate('110,345')).toEqual({ first: '110345', second: '110.3450' })
})

it('is shown with the marks of all other figures', () => {
  const shown = () => ['25.400', '25400', '0.00018', '3'].map((rate) => decimal(Number(rate), 12))
  expect(shown()).toEqual(['25,4', '25.400', '0,00018', '3'])
  writeNumbersAs('ja-JP')
  expect(shown()).toEqual(['25.4', '25,400', '0.00018', '3'])
})

it.each(['25.400', '1.345', '25400', '0.00018', '3', '110.350000000001'])(
  'comes back from a field: %s',
  (rate) => {
    expect(Number(writtenRate(typedRate(rate)))).toBe(Number(rate))
  },
)
