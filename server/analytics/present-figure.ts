/** Parts of the replies of analytics. */
import { percentChange } from '../../model/chart-figures.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import type { ForeignCurrency, ForeignMoney } from './convert-money-store.ts'
import type { FigureQuery } from './figure-query.ts'

/** `previous` undefined: no earlier days are compared. `isAlike`: a percentage says something. */
export function figureOf<T extends number | null>(value: T, previous: T | undefined, isAlike: boolean) {
  const change = !isAlike || value === null || previous == null ? null : percentChange(value, previous)
  return { value, previous: previous ?? null, percent_change: change }
}

export function rangeOf({ from, to, previous, partlyKnown }: FigureQuery) {
  return {
    from,
    to,
    previous_from: previous?.from ?? null,
    previous_to: previous?.to ?? null,
    data_since: partlyKnown,
  }
}

/** Currencies with a rate on some of the days compared and without one on others: amounts of these days are not alike. */
export function partlyConverted(...found: (Pick<ForeignMoney, 'foreign'> | undefined)[]) {
  const byCurrency = Map.groupBy(
    found.flatMap((one) => one?.foreign ?? []),
    ({ currency }) => currency,
  )
  return [...byCurrency].flatMap(([currency, parts]: [string, ForeignCurrency[]]) => {
    const isPart = parts.some((one) => one.isConverted) && parts.some((one) => one.isLeftOut)
    const from = parts[0]?.ratedFrom
    return isPart && from ? [{ currency, rated_from: from }] : []
  })
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
