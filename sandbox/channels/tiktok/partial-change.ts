import { z } from 'zod'
import { isRecord } from '../../kit/http.ts'
import { pictureOf, samplePictureUri, type ItemFacts } from './item-facts.ts'
import { factsOf } from './product-detail.ts'
import { sizeSchema, titleComplaints, weightComplaints, weightSchema } from './product-rules.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'

/** Top-level properties, each whole; those that are left out stay as they are. */
export const partialSchema = z.object({
  title: z.string().min(1).optional(),
  description: z.string().min(1).max(10_000).optional(),
  main_images: z
    .array(z.object({ uri: z.string().min(1) }))
    .min(1)
    .max(9)
    .optional(),
  package_weight: weightSchema.optional(),
  package_dimensions: sizeSchema.optional(),
})

type Partial = z.infer<typeof partialSchema>

export const isPartial = (edit: unknown): edit is { partial: Partial } => isRecord(edit) && 'partial' in edit

export function complaintsOf(tiktok: Tiktok, facts: ItemFacts, productId: string, input: Partial): string[] {
  const complaints = input.title === undefined ? [] : titleComplaints(input.title)
  const own = [...facts.images, samplePictureUri(productId)]
  if (input.main_images?.some(({ uri }) => !own.includes(uri) && !pictureOf(tiktok, uri)))
    complaints.push('main_images: an image is unknown')
  if (input.package_weight) complaints.push(...weightComplaints(input.package_weight.value))
  return complaints
}

/** Applies a change; false for one of a whole product. */
export function applyPartial(tiktok: Tiktok, shop: Shop, productId: string, edit: unknown): boolean {
  if (!isPartial(edit)) return false
  const skus = tiktok.catalog.variantsOf(shop.id, productId)
  const facts = tiktok.items.get(productId) ?? factsOf(tiktok, skus)
  const {
    title,
    description,
    main_images: images,
    package_weight: weight,
    package_dimensions: size,
  } = edit.partial
  tiktok.items.set(productId, {
    ...facts,
    ...(description !== undefined && { description }),
    ...(images && { images: images.map(({ uri }) => uri) }),
    ...(weight && { weight: weight.value }),
    ...(size && { size: { length: size.length, width: size.width, height: size.height } }),
  })
  for (const sku of skus.filter(({ status }) => status !== 'deleted'))
    tiktok.catalog.change(sku, {
      ...(title !== undefined && { name: title }),
      ...(weight && { weight: Number(weight.value) }),
    })
  return true
}
