import type { OrderRecord } from './order-record.ts'

/** Exchange rates of one pound in the sandbox; fixed, so that amounts stay the same. */
export const POUND = { GBP: 1, MYR: 5.5, VND: 32_000, SGD: 1.7 } as const

/** Whole minor units in which shops of that currency put prices. */
export const PRICE_STEP = { MYR: 1, VND: 1_000, SGD: 1 } as const

interface Till {
  currency: keyof typeof PRICE_STEP
  /** Minor units in one of the currency. */
  scale: 1 | 100
}

/**
 * A price in whole minor units of the shop's currency; a converted one in the steps that shops put prices in. What costs
 * something costs one step at least; what is given away stays at 0.
 */
export function minorPrice(shop: Till, currency: OrderRecord['currency'], price: number): number {
  const isForeign = currency !== undefined && currency !== shop.currency
  const own = isForeign ? (price / POUND[currency]) * POUND[shop.currency] : price
  const step = isForeign ? PRICE_STEP[shop.currency] : 1
  return price === 0 ? 0 : Math.max(Math.round((own * shop.scale) / step), 1) * step
}
