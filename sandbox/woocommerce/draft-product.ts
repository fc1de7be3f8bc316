/** Products as callers create them, and as they are kept until they are published. */
import { z } from 'zod'
import { factsSchema } from './product-facts.ts'
import { saleFields } from './sale-price.ts'

const amountText = z.string().regex(/^\d*(\.\d+)?$/)
const idRows = z.array(z.looseObject({ id: z.int() }))

export const sizeSchema = z.looseObject({
  length: z.string().optional(),
  width: z.string().optional(),
  height: z.string().optional(),
})

const offerFields = {
  ...saleFields,
  sku: z.string().optional(),
  regular_price: amountText.optional(),
  manage_stock: z.boolean().optional(),
  stock_quantity: z.int().nullish(),
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

export const TYPES = ['simple', 'grouped', 'external', 'variable'] as const
const STATUSES = ['draft', 'pending', 'private', 'publish'] as const

const attributeSchema = z.looseObject({
  id: z.int().optional(),
  name: z.string().optional(),
  visible: z.boolean().default(false),
  variation: z.boolean().default(false),
  options: z.array(z.string()).default([]),
})

const imageSchema = z.looseObject({
  id: z.int().optional(),
  src: z.string().optional(),
  alt: z.string().optional(),
})

export const productSchema = z.looseObject({
  ...offerFields,
  name: z.string().min(1),
  type: z.enum(TYPES).default('simple'),
  status: z.enum(STATUSES).default('publish'),
  description: z.string().optional(),
  short_description: z.string().optional(),
  weight: amountText.optional(),
  dimensions: sizeSchema.optional(),
  images: z.array(imageSchema).default([]),
  categories: idRows.optional(),
  brands: idRows.optional(),
  attributes: z.array(attributeSchema).default([]),
})
export type ProductInput = z.infer<typeof productSchema>

/** Fields of a product that callers may change; the sandbox's stores accept others and ignore them. */
export const productChangeSchema = z.looseObject({
  ...offerFields,
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  short_description: z.string().optional(),
  weight: amountText.optional(),
  dimensions: sizeSchema.optional(),
  images: z.array(imageSchema).optional(),
  attributes: z.array(attributeSchema).optional(),
  categories: idRows.optional(),
  brands: idRows.optional(),
  status: z.enum(STATUSES).optional(),
})

export const variationSchema = z.looseObject({
  ...offerFields,
  attributes: z.array(z.looseObject({ name: z.string(), option: z.string() })).default([]),
})

const draftVariationSchema = variationSchema.extend({ id: z.int() })
export type DraftVariation = z.infer<typeof draftVariationSchema>

const draftSchema = z.strictObject({
  id: z.int(),
  input: productSchema,
  facts: factsSchema,
  variations: z.array(draftVariationSchema),
  /** Seconds since 1970. */
  created: z.number(),
  modified: z.number(),
})

/** A product that is not published yet. Its numbers are those that it keeps. */
export type DraftProduct = z.infer<typeof draftSchema>

/** For state files, by store and product. */
export const draftListSchema = z.array(z.tuple([z.string(), draftSchema])).default([])
