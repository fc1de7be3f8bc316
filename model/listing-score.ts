/** Content score of a listing: 100 points over what buyers and channels look at. Every point that is missing has a reason. */
import type { ChannelProduct } from './product.ts'

/** The part of ChannelProduct that the rules look at. */
export type ScoredListing = Pick<
  ChannelProduct,
  'name' | 'description' | 'images' | 'attributes' | 'brand' | 'package'
> & { skus: { barcode: string | null; imageUrl: string | null; price: number; options: unknown[] }[] }

/** Points that a rule takes off, none if nothing is missing. */
type Rule = { points: number; missing: (listing: ScoredListing) => number }

/** Share of the points that is missing: 0 from `good` on, all of them at nothing. */
const lacking = (count: number, good: number) => 1 - Math.min(count, good) / good

const lengthOf = (text: string) => Array.from(text.trim()).length
const textLength = (html: string | null) => lengthOf((html ?? '').replaceAll(/<[^>]*>|&\w+;/g, ' '))

/**
 * Lengths and numbers are those at which the marketplaces call a listing complete: title of 20 to 120 characters, a full
 * description, several images.
 */
export const scoreRules = {
  title_short: { points: 15, missing: ({ name }) => lacking(lengthOf(name), 20) },
  title_long: { points: 5, missing: ({ name }) => (lengthOf(name) > 120 ? 1 : 0) },
  description: { points: 15, missing: ({ description }) => lacking(textLength(description), 300) },
  images: { points: 25, missing: ({ images }) => lacking(images.length, 5) },
  variant_images: {
    points: 5,
    missing: ({ skus }) =>
      skus.length > 1 ? lacking(skus.filter(({ imageUrl }) => imageUrl).length, skus.length) : 0,
  },
  attributes: { points: 10, missing: ({ attributes }) => lacking(attributes.length, 5) },
  brand: { points: 5, missing: ({ brand }) => (brand ? 0 : 1) },
  weight: { points: 5, missing: ({ package: { weight } }) => (weight ? 0 : 1) },
  dimensions: {
    points: 5,
    missing: ({ package: { length, width, height } }) =>
      lacking([length, width, height].filter(Boolean).length, 3),
  },
  barcode: {
    points: 5,
    missing: ({ skus }) => lacking(skus.filter(({ barcode }) => barcode).length, skus.length || 1),
  },
  // One variant at more than ten times the price of another is usually a wrong digit.
  price_outlier: {
    points: 5,
    missing: ({ skus }) => {
      const prices = skus.map(({ price }) => price).filter((price) => price > 0)
      return prices.length > 0 && Math.max(...prices) > 10 * Math.min(...prices) ? 1 : 0
    },
  },
} as const satisfies Record<string, Rule>

export type ScoreReason = keyof typeof scoreRules
export const scoreReasons = Object.keys(scoreRules) as ScoreReason[]

/** Score from 0 to 100, and the points that each reason takes, the most first. */
export function scoreOf(listing: ScoredListing): {
  score: number
  reasons: { reason: ScoreReason; points: number }[]
} {
  const reasons = scoreReasons
    .map((reason) => {
      const { points, missing }: Rule = scoreRules[reason]
      return { reason, points: Math.round(points * missing(listing)) }
    })
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  return { score: 100 - reasons.reduce((sum, { points }) => sum + points, 0), reasons }
}
