/** Places that sales are counted by: a country and its province. */
import type { OrderAddress } from './order.ts'

/** Place of orders whose address is hidden or does not tell it. */
export const unknownRegion = 'unknown'

/** "MY/selangor"; the country alone where no province is told. */
export function regionOf(address: OrderAddress | null): string {
  const country = address?.country?.trim().toUpperCase()
  if (!address || address.isMasked || !country || !/^[A-Z]{2}$/.test(country)) return unknownRegion
  const province = address.province?.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  return province ? `${country}/${province}` : country
}

/** The country of a region, and the name of its province as people write it. */
export function placeOfRegion(region: string): { country: string | null; name: string | null } {
  if (region === unknownRegion) return { country: null, name: null }
  const [country = '', ...province] = region.split('/')
  const name = province.join('/').replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase())
  return { country, name: name || null }
}
