/** Products as callers create them, and as they are kept until they are published. */
import { z } from 'zod'
import type { ProductFacts } from './product-facts.ts'

const amountText = z.string().regex(/^\d*(\.\d+)?$/)
const idRows = z.array(z.looseObject({ id: z.int() }))

const offerFields = {
  sku: z.string().optional(),
  regular_price: amountText.optional(),
  manage_stock: z.boolean().optional(),
  stock_quantity: z.int().optional(),
  pos_locations: z
    .array(
      z.looseObject({
        location_id: z.coerce.number().int(),
        available: z.int().min(0).optional(),
        price: z.string().optional(),
        is_sold: z.boolean().optional(),
      }),
    )
    .optional(),
}

export const productSchema = z.looseObject({
  ...offerFields,
  name: z.string().min(1),
  type: z.enum(['simple', 'grouped', 'external', 'variable']).default('simple'),
  status: z.enum(['draft', 'pending', 'private', 'publish']).default('publish'),
  description: z.string().optional(),
  weight: amountText.optional(),
  dimensions: z
    .looseObject({
      length: z.string().optional(),
      width: z.string().optional(),
      height: z.string().optional(),
    })
    .optional(),
  images: z.array(z.looseObject({ id: z.int().optional(), src: z.string().optional() })).default([]),
  categories: idRows.optional(),
  brands: idRows.optional(),
  attributes: z
    .array(
      z.looseObject({
        id: z.int().optional(),
        name: z.string().optional(),
        visible: z.boolean().default(false),
        variation: z.boolean().default(false),
        options: z.array(z.string()).default([]),
      }),
    )
    .default([]),
})
export type ProductInput = z.infer<typeof productSchema>

export const variationSchema = z.looseObject({
  ...offerFields,
  attributes: z.array(z.looseObject({ name: z.string(), option: z.string() })).default([]),
})
export type VariationInput = z.infer<typeof variationSchema>

export type DraftVariation = VariationInput & { id: number }

/** A product that is not published yet. Its numbers are those that it keeps. */
export type DraftProduct = {
  id: number
  input: ProductInput
  facts: ProductFacts
  variations: DraftVariation[]
  created: number
}
