import type { Listing } from './catalog.ts'
import { hash } from './random.ts'

/**
 * The EAN of goods, the same in every shop that sells them; empty for a third of them and for listings that were published. The
 * prefix is Malaysia's.
 */
export function eanOf({ sku, code }: Pick<Listing, 'sku' | 'code'>): string {
  const number = hash(sku)
  if (code !== undefined || number % 3 === 0) return ''
  const digits = `955${String(number % 1_000_000_000).padStart(9, '0')}`
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
