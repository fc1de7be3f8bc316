/** Exchange rates as people type them, and as the API has them. */
import { halfWidth } from '../../../model/half-width.ts'
import { plainAmount } from '../../parts/figures.ts'

/** "25.400" is twenty-five thousand dong or 25,4 ringgit: then both readings, in a form that leaves no doubt. */
export function writtenRate(text: string): string | { first: string; second: string } {
  const typed = halfWidth(text).trim()
  if (!isAmbiguous.test(typed)) return typed.replace(/^(\d+),(\d+)$/, '$1.$2')
  return { first: typed.replace(/[.,]/, ''), second: typedRate(typed.replace(',', '.')) }
}

const isAmbiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

/** A rate in a field, for `writtenRate` to read the same. */
export function typedRate(rate: string): string {
  const mark = plainAmount(0.5).charAt(1)
  return rate.replace('.', mark) + (isAmbiguous.test(rate) ? '0' : '')
}
