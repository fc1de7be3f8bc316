/** A rule that makes new prices of old ones: a price for all, or a change by an amount or by per cent. */
import { currencies, isCurrency } from '../../../../model/money.ts'

export const priceRuleKinds = ['set', 'add', 'percent'] as const
export type PriceRule = { kind: (typeof priceRuleKinds)[number]; value: number }

/** The new price with the decimals of its currency; undefined: it would not be above 0. */
export function newPriceBy({ kind, value }: PriceRule, price: number, currency: string): number | undefined {
  const decimals = isCurrency(currency) ? currencies[currency].decimals : 2
  const exact = kind === 'set' ? value : kind === 'add' ? price + value : price * (1 + value / 100)
  const rounded = Number(exact.toFixed(decimals))
  return rounded > 0 ? rounded : undefined
}
