import { amountsOf, fromMinor, type Currency, type Prices } from './money.ts'

/** Spending of a customer in minor units. Every call says it alike: each currency by itself, the customer's own first. */
export type Spent = { totalPrice: number; currency: string; otherPrices: Prices | null }

export function spentOf({ totalPrice, currency, otherPrices }: Spent) {
  return {
    total_price: fromMinor(totalPrice, currency as Currency),
    currency,
    other_prices: amountsOf(otherPrices),
  }
}
