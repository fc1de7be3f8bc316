/** Cost of a SKU: integers in ten-thousandths of the currency's minor unit, so that averages do not drift by rounding. */
import { fromMinor, toMinor, type Currency } from './money.ts'

export const costMethods = ['fixed', 'average'] as const
export type CostMethod = (typeof costMethods)[number]

const partsOfMinor = 10_000

/** The most that a piece may cost. */
export const highestCost = 1_000_000_000

export function toCost(amount: number, currency: Currency): number {
  return toMinor(amount, currency) * partsOfMinor
}

/** As an amount with the currency's decimals. */
export function fromCost(cost: number, currency: Currency): number {
  return fromMinor(Math.round(cost / partsOfMinor), currency)
}

/** Answers whether an amount has more decimals than its currency. */
export function hasTooManyDecimals(amount: number, currency: Currency): boolean {
  return fromMinor(toMinor(amount, currency), currency) !== amount
}

/**
 * Cost of each piece once others have come in at another cost. Pieces that are owed, because more were sold than there are,
 * weigh nothing; nor do pieces of unknown cost.
 */
export function averageCost(
  before: { onHand: number; cost: number | null },
  received: { quantity: number; unitCost: number },
): number {
  if (before.cost === null || before.onHand <= 0) return received.unitCost
  const [had, came] = [BigInt(before.onHand), BigInt(received.quantity)]
  const worth = had * BigInt(before.cost) + came * BigInt(received.unitCost)
  const all = had + came
  return Number((worth * 2n + all) / (all * 2n))
}
