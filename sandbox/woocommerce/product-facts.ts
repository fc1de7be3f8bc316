import { z } from 'zod'
import { UPLOADS, type ImageStore } from '../kit/image-store.ts'
import { ApiError } from './wire.ts'

const attributeSchema = z.strictObject({
  id: z.number(),
  name: z.string(),
  visible: z.boolean(),
  variation: z.boolean(),
  options: z.array(z.string()),
})

const imageSchema = z.strictObject({ id: z.number(), src: z.string(), alt: z.string().optional() })

/** Fields that a merchant has written on a product beside its name, weight, price and stock. */
export const factsSchema = z.strictObject({
  description: z.string().optional(),
  shortDescription: z.string().optional(),
  images: z.array(imageSchema).optional(),
  /** Images that the product has no more; they stay in the media library. */
  oldImages: z.array(imageSchema).optional(),
  dimensions: z.strictObject({ length: z.string(), width: z.string(), height: z.string() }).optional(),
  categories: z.array(z.number()).optional(),
  brands: z.array(z.number()).optional(),
  attributes: z.array(attributeSchema).optional(),
  /** Option values by variation. */
  options: z.record(z.string(), z.array(z.strictObject({ name: z.string(), option: z.string() }))).optional(),
  /** Code of a product that has variations. */
  sku: z.string().optional(),
  /** Deleted for good, not only moved to the bin. */
  isGone: z.boolean().optional(),
})

export type ProductFacts = z.infer<typeof factsSchema>
export type ProductAttribute = z.infer<typeof attributeSchema>
export type ProductImage = z.infer<typeof imageSchema>

/** For state files, by store and product; left out in those that were written before products could be changed. */
export const factListSchema: z.ZodType<[string, ProductFacts][]> = z
  .array(z.tuple([z.string(), factsSchema]))
  .default([])

/** Images that a call names by their addresses, as the store got them; null for one that it could not get. */
export type FetchedImages = ReadonlyMap<string, string | null>

const MOST_FETCHED = 20
const FETCH_MS = 10_000
const bodySchema = z.looseObject({ images: z.array(z.looseObject({ src: z.url().optional() })).optional() })

/** The store copies images from wherever they are before it answers. */
export async function fetchImages(
  images: ImageStore,
  baseUrl: string,
  body: unknown,
): Promise<FetchedImages> {
  const rows = bodySchema.safeParse(body).data?.images ?? []
  const addresses = new Set(rows.flatMap(({ src }) => src ?? []))
  const fetched = await Promise.all(
    [...addresses]
      .slice(0, MOST_FETCHED)
      .map(async (src) => [src, await fetchImage(images, baseUrl, src)] as const),
  )
  return new Map(fetched)
}

async function fetchImage(images: ImageStore, baseUrl: string, src: string): Promise<string | null> {
  if (src.startsWith(baseUrl + UPLOADS)) return src
  try {
    const reply = await fetch(src, { signal: AbortSignal.timeout(FETCH_MS) })
    const image = reply.ok ? images.add(Buffer.from(await reply.arrayBuffer())) : undefined
    return image ? baseUrl + image.path : null
  } catch {
    return null
  }
}

/** The images of a product as a call writes them: those of the site by their numbers, others out of what was fetched. */
export function imagesFrom(
  rows: readonly { id?: number | undefined; src?: string | undefined; alt?: string | undefined }[],
  ofSite: readonly ProductImage[],
  fetched: FetchedImages,
): ProductImage[] {
  let last = Math.max(0, ...ofSite.map(({ id }) => id))
  return rows.map(({ id, src, alt }) => {
    const words = alt === undefined ? {} : { alt }
    if (id !== undefined) {
      const known = ofSite.find((image) => image.id === id)
      if (!known)
        throw new ApiError(400, 'woocommerce_product_invalid_image_id', `#${id} is an invalid image ID.`)
      return { ...known, ...words }
    }
    const copy = src === undefined ? null : fetched.get(src)
    if (!copy)
      throw new ApiError(
        400,
        'woocommerce_product_image_upload_error',
        `Error getting remote image ${src ?? ''}. Error: A valid URL was not provided.`,
      )
    return { id: ++last, src: copy, ...words }
  })
}
