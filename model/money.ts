/**
 * Money is an integer count of a currency's minor units. It never passes through a float: channels speak decimals
 * ("12.30", 12.3), the store keeps bigint, the API speaks JSON numbers with at most two decimals.
 */
export type Currency = keyof typeof currencies

/** Minor units by currency. */
export type Prices = Record<string, number>

/** Decimals are those that the channels trade in, which for VND and IDR is none. */
export const currencies = {
  MYR: { id: 1, symbol: 'RM', decimals: 2 },
  VND: { id: 2, symbol: '₫', decimals: 0 },
  JPY: { id: 3, symbol: '¥', decimals: 0 },
  USD: { id: 4, symbol: '$', decimals: 2 },
  SGD: { id: 5, symbol: 'S$', decimals: 2 },
  THB: { id: 6, symbol: '฿', decimals: 2 },
  IDR: { id: 7, symbol: 'Rp', decimals: 0 },
  PHP: { id: 8, symbol: '₱', decimals: 2 },
  TWD: { id: 9, symbol: 'NT$', decimals: 0 },
  GBP: { id: 10, symbol: '£', decimals: 2 },
  EUR: { id: 11, symbol: '€', decimals: 2 },
} as const satisfies Record<string, { id: number; symbol: string; decimals: 0 | 2 }>

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(currencies, code)
}

/**
 * A channel's decimal, as text or JSON number, in minor units. Digits beyond the currency's decimals are rounded half
 * away from zero. Throws RangeError on anything that is not a plain decimal, so that a malformed amount never becomes 0.
 */
export function toMinor(amount: string | number, currency: Currency): number {
  const match = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(plainDecimal(amount).trim())
  if (!match) throw new RangeError(`not an amount of ${currency}: ${String(amount).slice(0, 40)}`)
  const [, sign, whole = '0', fraction = ''] = match
  const { decimals } = currencies[currency]
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  const roundUp = (fraction[decimals] ?? '0') >= '5' ? 1 : 0
  const minor = Number(whole + kept) + roundUp
  return sign && minor !== 0 ? -minor : minor
}

/** Minor units as the API's JSON number, for example 18450 MYR -> 184.5. */
export function fromMinor(minor: number, currency: Currency): number {
  return minor / 10 ** currencies[currency].decimals
}

/** JSON numbers under 1e-6 or over 1e21 print with an exponent; channels send 1e-7 where they mean nothing. */
function plainDecimal(amount: string | number): string {
  if (typeof amount === 'string') return amount
  return Number.isFinite(amount) ? amount.toFixed(6) : 'not a number'
}

/** In the order of their codes. */
export function amountsOf(prices: Prices | null): { currency: string; total: number }[] {
  return Object.entries(prices ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, total]) => ({ currency, total: fromMinor(total, currency as Currency) }))
}

/** A new price of less than half or more than twice the present one is asked about before it is sent: most are typing mistakes. */
export const isFarOff = (before: number, after: number): boolean =>
  before > 0 && (after < before / 2 || after > before * 2)
