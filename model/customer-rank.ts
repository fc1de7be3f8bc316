/** The levels that customers rise to by what they have spent, for life. */
import { currencies, type Currency } from './money.ts'

/** From the lowest. Level 1 is the first one. */
export const customerLevels = ['member', 'silver', 'gold', 'platinum'] as const

/** The most that a limit may be, in whole units of the currency. */
export const highestLimit = 1_000_000_000

const standardLimits = [0, 1000, 5000, 20_000]
/** Units of a currency that are worth about as much as one unit of the currencies not listed here. */
const standardUnits: Partial<Record<Currency, number>> = {
  THB: 10,
  PHP: 10,
  TWD: 10,
  JPY: 10,
  VND: 1000,
  IDR: 1000,
}

/** The least that somebody of each level has spent while nobody has said otherwise. Minor units. */
export function standardRankLimits(currency: Currency): number[] {
  const unit = (standardUnits[currency] ?? 1) * 10 ** currencies[currency].decimals
  return standardLimits.map((limit) => limit * unit)
}

/** From 1 on. Limits ascend from 0, in the same minor units. */
export function levelOf(limits: readonly number[], spent: number): number {
  return Math.max(1, limits.findLastIndex((limit) => limit <= spent) + 1)
}

/** 1 low, 2 medium, 3 high; null while fewer than three orders have ended. */
export function deliveredRate(delivered: number, lost: number): 1 | 2 | 3 | null {
  const ended = delivered + lost
  if (ended < 3) return null
  const rate = delivered / ended
  return rate >= 0.9 ? 3 : rate >= 0.6 ? 2 : 1
}
