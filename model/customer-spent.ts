import { amountsOf, fromMinor, type Currency, type Prices } from './money.ts'

/** What a customer spent, as every call says it: each currency by itself, the customer's own first. Minor units. */
export type Spent = { totalPrice: number; currency: string; otherPrices: Prices | null }

export function spentOf({ totalPrice, currency, otherPrices }: Spent) {
  return {
    total_price: fromMinor(totalPrice, currency as Currency),
    currency,
    other_prices: amountsOf(otherPrices),
  }
}
