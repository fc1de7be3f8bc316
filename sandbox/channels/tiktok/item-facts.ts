import { z } from 'zod'
import { GIFTS } from '../../kit/category-tree.ts'
import { htmlDescription } from '../../kit/item-description.ts'
import type { World } from '../../kit/marketplace.ts'

/** Category ids begin behind this number, and so on. */
export const FIRST_CATEGORY = 600_000
export const FIRST_ATTRIBUTE = 100_000
export const FIRST_VALUE = 1_000_000
export const FIRST_BRAND = 7_082_427_311_584_000n
/** Prefix of an uploaded picture's uri. */
export const URI = 'tos-alisg-i-aphluv4xwc-sg/'

const salesSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  value_id: z.string(),
  value_name: z.string(),
  /** The uri of a picture; empty for none. */
  image: z.string(),
})

const factsSchema = z.strictObject({
  category: z.number(),
  /** Empty for none. */
  brand: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  weight: z.string(),
  size: z.strictObject({ length: z.string(), width: z.string(), height: z.string() }).nullable(),
  attributes: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      values: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
  ),
  delivery: z.array(z.string()),
  cod: z.boolean(),
  /** By the id of the SKU. */
  skus: z.record(z.string(), z.array(salesSchema)),
  /** State of the publication; products in DRAFT or PENDING are not on sale. */
  state: z.enum(['DRAFT', 'PENDING', 'LIVE']),
  /** When the audit ends, and the change that waits for it. */
  review: z.strictObject({ until: z.number(), edit: z.unknown(), skuIds: z.array(z.string()) }).nullable(),
})

/** Fields that a seller sets on a product beside its name, its prices and its stock. */
export type ItemFacts = z.infer<typeof factsSchema>
export type SalesAttribute = z.infer<typeof salesSchema>

/** For state files; left out in those that were written before products could be made. */
export const itemsSchema: z.ZodType<[string, ItemFacts][]> = z
  .array(z.tuple([z.string(), factsSchema]))
  .default([])

/** Returns the fields of the sample's products, which no call published. */
export const sampleFacts = (name: string, weight: number): ItemFacts => ({
  category: GIFTS,
  brand: String(FIRST_BRAND + 1n),
  description: htmlDescription(name),
  images: [],
  weight: weight.toFixed(2),
  size: { length: '20', width: '15', height: '10' },
  attributes: [],
  delivery: [],
  cod: true,
  skus: {},
  state: 'LIVE',
  review: null,
})

/** The uri of the picture that a product of the sample has. */
export const samplePictureUri = (productId: string): string => `tos/${productId}`

/** The address that the uri of a picture stands for; undefined for one that nobody uploaded. */
export function pictureOf(
  { images, baseUrl }: Pick<World, 'images' | 'baseUrl'>,
  uri: string,
): object | undefined {
  const image = uri.startsWith(URI) ? images.find(uri.slice(URI.length)) : undefined
  if (!image) return undefined
  const address = baseUrl() + image.path
  return { uri, urls: [address], thumb_urls: [address], width: image.width, height: image.height }
}
