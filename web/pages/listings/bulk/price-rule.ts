/** A rule that makes new prices of old ones: a price for all, or a change by an amount or by per cent. */
import { currencies, isCurrency } from '../../../../model/money.ts'
import { signedAmountIn } from '../../../parts/figures.ts'

export const priceRuleKinds = ['set', 'add', 'percent'] as const
export type PriceRule = { kind: (typeof priceRuleKinds)[number]; value: number }

/** The new price with the decimals of its currency; undefined: it would not be above 0. */
export function newPriceBy({ kind, value }: PriceRule, price: number, currency: string): number | undefined {
  const decimals = isCurrency(currency) ? currencies[currency].decimals : 2
  const exact = kind === 'set' ? value : kind === 'add' ? price + value : price * (1 + value / 100)
  // 1.15 and ten per cent are 1.2649999999999999 to a machine, and 1.27 to everybody else.
  const minor = Math.round(Number((exact * 10 ** decimals).toPrecision(15)))
  return minor > 0 ? minor / 10 ** decimals : undefined
}

/** Currencies of the rows that a rule is for one of, as an amount is of one alone; none: it is for all rows. */
export function currenciesFor(kind: PriceRule['kind'], rows: { currency: string }[]): string[] {
  return kind === 'percent' ? [] : [...new Set(rows.map(({ currency }) => currency))].toSorted()
}

/** The value of a rule as people type it: "-10", "+2,50", and "-10 %" where it is for per cent. */
export function changeIn(kind: PriceRule['kind'], typed: string): number | undefined {
  return signedAmountIn(kind === 'percent' ? typed.replace(/\s*[%％]\s*$/, '') : typed)
}
