/** Bounds of what customers spent, one of each currency, from one in the account's currency. */
import { currencies, type Currency } from '../../../model/money.ts'
import type { Rated } from '../../settings/compared-amounts-store.ts'
import type { Factor } from '../../settings/exchange-rates-store.ts'

export type Compared = { currency: Currency; factors: Factor[] }

/** In minor units of the account's currency. */
export type SpentTest = { sign: '>=' | '<=' | '='; amount: number }

export const lowest = '-9000000000000000000'
export const highest = '9000000000000000000'

export function ratedOf({ currency, factors }: Compared): Rated {
  const others = factors.flatMap((one) => (one.factor === null ? [] : { ...one, factor: one.factor }))
  return [{ currency, factor: '1' }, ...others]
}

export function unratedOf(rated: Rated): string[] {
  return Object.keys(currencies).filter((code) => !rated.some(({ currency }) => currency === code))
}

/** Amounts of a currency that fit, as far as whole ones do; of one without a rate only nothing can. */
export function rangeOf(tests: SpentTest[], factor: string | null): { least: string; most: string } {
  const ranges = tests.map((test) => (factor === null ? rangeOfNothing(test) : rangeOfRated(test, factor)))
  const least = ranges.reduce((most, one) => (one.least > most ? one.least : most), BigInt(lowest))
  const most = ranges.reduce((least, one) => (one.most < least ? one.most : least), BigInt(highest))
  return { least: String(least), most: String(most) }
}

function rangeOfNothing({ sign, amount }: SpentTest) {
  const fits = sign === '=' ? amount === 0 : sign === '>=' ? amount <= 0 : amount >= 0
  return fits ? { least: 0n, most: 0n } : { least: 1n, most: 0n }
}

/** Exact: the bound of an amount is the amount divided by the factor, which is a decimal with a power of ten. */
function rangeOfRated({ sign, amount }: SpentTest, factor: string) {
  const [decimal = '', power = '0'] = factor.split('e')
  const [whole = '', fraction = ''] = decimal.split('.')
  const scale = fraction.length - Number(power)
  const by = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -scale))
  const given = BigInt(amount) * 10n ** BigInt(Math.max(0, scale))
  const down = given / by
  const up = down + (given % by > 0n ? 1n : 0n)
  const within = (bound: bigint) => (bound > BigInt(highest) ? BigInt(highest) : bound)
  return {
    least: sign === '<=' ? BigInt(lowest) : within(up),
    most: sign === '>=' ? BigInt(highest) : within(down),
  }
}
