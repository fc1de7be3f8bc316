/**
 * Limits of templates and of their shops' steps, by the number of the platform. Source: specification, section 5. Prices are main
 * units; the account's price scale multiplies those of the template (decision D-05).
 */
import { listingLimitsOf, type ListingLimits } from './listing-limits.ts'

type Span = { least: number; most: number }

export type TemplateLimits = ListingLimits & {
  shortDescription: Span
  /** Price in one shop's step, which may be higher than the template's. */
  price: Span
  cost: Span
  quantity: Span
  /** Characters of one value of a variant axis. */
  variantValue: number
  variantNames: number
  /** Parcels have to be measured. */
  isParcelRequired: boolean
  /** SKUs have codes of the seller's. */
  hasSellerCodes: boolean
}

const stepPrice = { least: 1, most: 100_000_000 }

const byPlatform: Partial<Record<number, Partial<TemplateLimits>>> = {
  1: { isParcelRequired: true },
  2: { isParcelRequired: true, variantValue: 20, variantNames: 2 },
  3: { hasSellerCodes: false },
  5: {
    isParcelRequired: true,
    variantValue: 20,
    price: { least: 0.01, most: 100_000 },
  },
}

export function templateLimitsOf(platformId: number): TemplateLimits {
  return {
    ...listingLimitsOf(platformId),
    shortDescription: { least: 0, most: 1_000 },
    price: stepPrice,
    cost: { least: 0, most: 100_000_000 },
    quantity: { least: 1, most: 999_999 },
    variantValue: 255,
    variantNames: 3,
    isParcelRequired: false,
    hasSellerCodes: true,
    ...byPlatform[platformId],
  }
}

/** Limits of the template itself, which are those of all its channels together. */
export function sharedLimitsOf(platformIds: number[]): TemplateLimits {
  const all = platformIds.map(templateLimitsOf)
  const base = templateLimitsOf(0)
  const cheapest = platformIds.length > 0 && all.every(({ price }) => price.least < 1)
  return {
    ...base,
    price: { least: cheapest ? 0.01 : 1, most: 100_000 },
    cost: { least: 0, most: 100_000 },
    images: { least: 1, most: 8 },
    isParcelRequired: all.some((one) => one.isParcelRequired),
    hasSellerCodes: all.length === 0 || all.some((one) => one.hasSellerCodes),
  }
}
