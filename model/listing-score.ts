/**
 * Content score of a listing: 100 points over what buyers and channels look at. Every point that is missing has a reason, which
 * leads to the field that gives it back. Nothing is asked of a channel: unknown rules take no points.
 */
import type { CategoryAttribute, ListingRules } from './category.ts'
import { fold } from './keyword.ts'
import type { ListingLimits } from './listing-limits.ts'
import type { ChannelProduct } from './product.ts'

/** The part of ChannelProduct that the rules look at. */
export type ScoredListing = Pick<
  ChannelProduct,
  'name' | 'description' | 'images' | 'attributes' | 'brand' | 'package'
> & {
  /** Pixels of the main picture's smaller side; null: not known. */
  pictureSide?: number | null
  skus: {
    barcode: string | null
    imageUrl: string | null
    price: number
    options: unknown[]
    /** Median price of other listings of the same SKU, in the same currency. */
    otherPrice?: number | null
  }[]
}

/** All that is known of what the listing's channel asks, as it was last read. */
export type ScoreContext = {
  limits: Pick<ListingLimits, 'name' | 'images' | 'pictureSide'>
  rules: ListingRules | null
  /** Attributes of its category in every language that was read; null: never read. */
  attributes: CategoryAttribute[] | null
}

export type ScoredField =
  | 'name'
  | 'description'
  | 'images'
  | 'variants'
  | 'attributes'
  | 'brand'
  | 'package'
  | 'price'

/** A share of the points that is missing, the part of the field that it is about, and figures that its text names. */
type Finding = { share: number; path?: string; values?: Record<string, string | number> }
type Rule = {
  points: number
  field: ScoredField
  find: (listing: ScoredListing, context: ScoreContext) => Finding
}

const nothing: Finding = { share: 0 }
/** All points at nothing, none from `good` on. */
const lacking = (count: number, good: number) => (good <= 0 ? 0 : 1 - Math.min(count, good) / good)

const lengthOf = (text: string) => Array.from(text.trim()).length
const textLength = (html: string | null) => lengthOf((html ?? '').replaceAll(/<[^>]*>|&\w+;/g, ' '))

/** Lengths and numbers at which marketplaces call a listing complete, where its category asks for no more. */
const good = { description: 300, images: 5, attributes: 5 }
/** Beyond these a price is usually a wrong digit. */
const mostTimes = { withinListing: 10, betweenListings: 3 }

/** The first variant that lacks something leads to it; the share is that of all that do. */
function perVariant(
  { skus }: ScoredListing,
  part: string,
  isMissing: (sku: ScoredListing['skus'][number]) => boolean,
): Finding {
  const first = skus.findIndex(isMissing)
  if (first === -1) return nothing
  const count = skus.filter(isMissing).length
  return { share: count / skus.length, path: `variants.${first}.${part}`, values: { count } }
}

export const scoreRules = {
  title_short: {
    points: 12,
    field: 'name',
    find: ({ name }, { limits, rules }) => {
      const least = Math.max(limits.name.least, rules?.name?.min ?? 0)
      return { share: lacking(lengthOf(name), least), path: 'name', values: { least } }
    },
  },
  title_long: {
    points: 4,
    field: 'name',
    find: ({ name }, { limits, rules }) => {
      const most = Math.min(limits.name.most, rules?.name?.max ?? Infinity)
      return { share: lengthOf(name) > most ? 1 : 0, path: 'name', values: { most } }
    },
  },
  description: {
    points: 10,
    field: 'description',
    find: ({ description }, { rules }) => {
      const { min = 0, max = Infinity } = rules?.description ?? {}
      const least = Math.min(Math.max(good.description, min), max)
      return { share: lacking(textLength(description), least), path: 'description', values: { least } }
    },
  },
  images: {
    points: 16,
    field: 'images',
    find: ({ images }, { limits, rules }) => {
      const least = Math.min(good.images, limits.images.most, rules?.images?.max ?? Infinity)
      return { share: lacking(images.length, least), path: 'images', values: { least } }
    },
  },
  picture_small: {
    points: 4,
    field: 'images',
    find: ({ pictureSide }, { limits: { pictureSide: least } }) => {
      const isSmall = pictureSide !== undefined && pictureSide !== null && pictureSide < least
      return isSmall ? { share: 1, path: 'images', values: { least, side: pictureSide } } : nothing
    },
  },
  variant_images: {
    points: 4,
    // Not the listing's own photos, which another reason is about.
    field: 'variants',
    find: (listing) =>
      listing.skus.length > 1 ? perVariant(listing, 'image', ({ imageUrl }) => !imageUrl) : nothing,
  },
  required_attributes: {
    points: 12,
    field: 'attributes',
    find: ({ attributes }, context) => {
      const required = ofListing(context).filter(({ isRequired }) => isRequired)
      const missing = namesMissing(attributes, required, context)
      if (missing.length === 0) return nothing
      return {
        share: missing.length / distinct(required).length,
        path: `attributes.${missing[0]}`,
        values: { names: missing.slice(0, 3).join(', ') },
      }
    },
  },
  attributes: {
    points: 8,
    field: 'attributes',
    find: ({ attributes }, context) => {
      const offered = context.attributes ? distinct(ofListing(context)).length : good.attributes
      const least = Math.min(good.attributes, offered)
      return { share: lacking(attributes.length, least), path: 'attributes', values: { least } }
    },
  },
  brand: { points: 5, field: 'brand', find: ({ brand }) => ({ share: brand ? 0 : 1, path: 'brand' }) },
  weight: {
    points: 5,
    field: 'package',
    find: ({ package: { weight } }) => ({ share: weight ? 0 : 1, path: 'package.weight' }),
  },
  dimensions: {
    points: 5,
    field: 'package',
    find: ({ package: box }) => {
      const missing = (['length', 'width', 'height'] as const).filter((side) => !box[side])
      return { share: missing.length / 3, path: `package.${missing[0] ?? 'length'}` }
    },
  },
  barcode: {
    points: 5,
    field: 'variants',
    find: (listing) => perVariant(listing, 'barcode', ({ barcode }) => !barcode),
  },
  price_outlier: {
    points: 5,
    field: 'price',
    find: ({ skus }) => {
      const prices = skus.map(({ price }) => price).filter((price) => price > 0)
      const highest = Math.max(...prices)
      if (prices.length === 0 || highest <= mostTimes.withinListing * Math.min(...prices)) return nothing
      return { share: 1, path: `variants.${skus.findIndex(({ price }) => price === highest)}.price` }
    },
  },
  price_differs: {
    points: 5,
    field: 'price',
    find: (listing) => {
      const found = perVariant(listing, 'price', ({ price, otherPrice }) => {
        if (!otherPrice || price <= 0) return false
        return Math.max(price / otherPrice, otherPrice / price) > mostTimes.betweenListings
      })
      // A single wrong price is as wrong as many.
      return found.share > 0 ? { ...found, share: 1 } : found
    },
  },
} as const satisfies Record<string, Rule>

export type ScoreReason = keyof typeof scoreRules
export const scoreReasons = Object.keys(scoreRules) as ScoreReason[]
export const scoredFields = [...new Set(Object.values(scoreRules).map(({ field }) => field))] as [
  ScoredField,
  ...ScoredField[],
]

export type LostPoints = {
  reason: ScoreReason
  points: number
  field: ScoredField
  /** Below the listing: `package.weight`, `variants.0.price`. */
  path: string
  values: Record<string, string | number>
}

/** Score from 0 to 100, and the points that each reason takes, the most first. */
export function scoreOf(
  listing: ScoredListing,
  context: ScoreContext,
): { score: number; reasons: LostPoints[] } {
  const reasons = scoreReasons
    .map((reason): LostPoints => {
      const { points, field, find }: Rule = scoreRules[reason]
      const { share, path = field, values = {} } = find(listing, context)
      return { reason, points: Math.round(points * share), field, path, values }
    })
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  return { score: 100 - reasons.reduce((sum, { points }) => sum + points, 0), reasons }
}

/** Attributes of the listing as a whole; what its SKUs differ in stands with them. */
function ofListing({ attributes }: ScoreContext): CategoryAttribute[] {
  return (attributes ?? []).filter(({ isVariant }) => !isVariant)
}

const distinct = (attributes: CategoryAttribute[]) => [
  ...new Set(attributes.map(({ channelAttributeId }) => channelAttributeId)),
]

/** Names of the required attributes that the listing lacks, whichever language its own are in. */
function namesMissing(
  given: ScoredListing['attributes'],
  required: CategoryAttribute[],
  context: ScoreContext,
): string[] {
  const names = new Set(given.map(({ name }) => fold(name).trim()))
  const isGiven = ({ channelAttributeId: id, name }: CategoryAttribute) =>
    names.has(fold(id)) || names.has(fold(name).trim())
  // A listing whose attributes have other names altogether is in a language that was never read.
  if (names.size > 0 && !ofListing(context).some(isGiven)) return []
  const filled = new Set(required.filter(isGiven).map(({ channelAttributeId }) => channelAttributeId))
  const missing = required.filter(({ channelAttributeId }) => !filled.has(channelAttributeId))
  const firstNames = new Map(missing.toReversed().map(({ channelAttributeId: id, name }) => [id, name]))
  return distinct(missing).map((id) => firstNames.get(id) ?? id)
}
