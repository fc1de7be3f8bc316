/** Parts of the replies of analytics. */
import { percentChange } from '../../model/chart-figures.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import type { ForeignMoney } from './convert-money-store.ts'
import type { FigureQuery } from './figure-query.ts'

/** `previous` undefined: no earlier days are compared. */
export function figureOf<T extends number | null>(value: T, previous: T | undefined) {
  const change = value === null || previous == null ? null : percentChange(value, previous)
  return { value, previous: previous ?? null, percent_change: change }
}

export function rangeOf({ from, to, previous }: FigureQuery) {
  return { from, to, previous_from: previous?.from ?? null, previous_to: previous?.to ?? null }
}

/** Minor units of a currency as the API's number. */
export const amountIn = (currency: string) => (minor: number) => fromMinor(minor, currency as Currency)

export function moneyOf(currency: string, { isConverted, others, rates }: ForeignMoney) {
  return {
    currency,
    is_converted: isConverted,
    others: others.map((one) => ({
      currency: one.currency,
      total: amountIn(one.currency)(one.total),
      ...(one.refunds !== 0 && { refunds: amountIn(one.currency)(one.refunds) }),
    })),
    rates,
  }
}
