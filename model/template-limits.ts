/**
 * Limits of templates and of their shops' steps, by the number of the platform. Source: specification, section 5. Prices are main
 * units of money with decimals; the price scale of a currency multiplies them (decision 0068).
 */
import { listingLimitsOf, type ListingLimits } from './listing-limits.ts'
import type { Currency } from './money.ts'

type Span = { least: number; most: number }

export type TemplateLimits = ListingLimits & {
  shortDescription: Span
  /** Listings show a short description as well. */
  hasShortDescription?: true
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
  /** SKUs of one listing. */
  skus: number
  /** Characters of a SKU's code. */
  sellerCode: number
  /** Characters of the name of a variant axis. */
  variantName: number
  /** Bytes of the name, of which a letter takes up to four. */
  nameBytes?: number
  /** Descriptions are plain text. */
  isPlainText?: true
  /** Several values of one attribute travel as one text, with commas between them. */
  joinsValues?: true
  /** Kind of the ids that the channel gives to values of attributes, as the specification has them; none: it knows values by name. */
  valueIds: 'number' | 'text' | 'none'
  /** Brands are chosen from the channel's list. */
  hasListedBrands?: true
  /** Each category asks for attributes of its own and refuses others, and listings that lead buyers elsewhere are taken down. Stores take all. */
  isMarketplace?: true
  /** Pictures of SKUs: each has one, or none has. */
  pairsSkuPictures?: true
  /** Nothing is listed without a piece of it. */
  needsStock?: true
  /** Parcels that the channel takes; the specification lets more pass. `girth` is the three sides together. */
  parcel?: { weight: Span; side: Span; girth?: number }
  /** The dearest SKU may cost so many times the cheapest. */
  priceRatio?: Partial<Record<Currency, number>> & { usual: number }
}

const stepPrice = { least: 1, most: 100_000_000 }

/** Source: specification, section 5; where the channel is stricter, its reference. */
const byPlatform: Partial<Record<number, Partial<TemplateLimits>>> = {
  1: {
    isParcelRequired: true,
    isMarketplace: true,
    hasShortDescription: true,
    skus: 50,
    nameBytes: 255,
    joinsValues: true,
    pairsSkuPictures: true,
    valueIds: 'none',
    parcel: { weight: { least: 0.001, most: 40 }, side: { least: 0.01, most: 199 }, girth: 300 },
  },
  2: {
    isParcelRequired: true,
    isMarketplace: true,
    variantValue: 20,
    variantNames: 2,
    skus: 50,
    sellerCode: 100,
    variantName: 14,
    isPlainText: true,
    hasListedBrands: true,
    parcel: { weight: { least: 0.01, most: 300 }, side: { least: 0.01, most: 199 } },
    priceRatio: { usual: 5, MYR: 7, IDR: 7 },
  },
  3: { hasSellerCodes: false, hasShortDescription: true },
  4: { hasShortDescription: true },
  5: {
    isParcelRequired: true,
    isMarketplace: true,
    variantValue: 20,
    valueIds: 'text',
    price: { least: 0.01, most: 100_000 },
    quantity: { least: 1, most: 99_999 },
    sellerCode: 50,
    variantName: 20,
    hasListedBrands: true,
    needsStock: true,
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
    valueIds: 'number',
    hasSellerCodes: true,
    skus: 100,
    sellerCode: 255,
    variantName: 255,
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

/** A product of a few ringgits is one of some thousand đồng. */
const priceScales: Partial<Record<Currency, number>> = { VND: 1_000, IDR: 1_000, JPY: 10, TWD: 10 }

export function priceScaleOf(currency: string): number {
  return priceScales[currency as Currency] ?? 1
}
