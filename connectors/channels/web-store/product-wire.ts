/**
 * Fields read from a shop's products. Fields that we do not read are ignored; fields that we do read must have the documented
 * type. Source: "Products", "Product Variants" and "Inventory Items" of the Admin API reference.
 */
import { z } from 'zod'
import { instant, text } from './wire.ts'

const levelSchema = z.object({
  location_id: z.string(),
  stocked_quantity: z.number(),
  reserved_quantity: z.number(),
  updated_at: instant,
})

/** Fields of a variant that its stock is counted from. */
const countingFields = {
  id: z.string().min(1),
  manage_inventory: z.boolean(),
  inventory_items: z
    .array(
      z.object({
        inventory_item_id: z.string(),
        /** Pieces of the item that go into one of the variant. */
        required_quantity: z.number().positive(),
        inventory: z.object({ location_levels: z.array(levelSchema).nullish() }).nullish(),
      }),
    )
    .nullish(),
}

const variantSchema = z.object({
  ...countingFields,
  title: text,
  sku: text,
  barcode: text,
  ean: text,
  upc: text,
  thumbnail: text,
  updated_at: instant,
  deleted_at: instant.nullish(),
  options: z
    .array(z.object({ value: z.string(), option: z.object({ title: z.string() }).nullish() }))
    .nullish(),
  prices: z
    .array(
      z.object({
        amount: z.number(),
        currency_code: z.string(),
        min_quantity: z.number().nullish(),
        max_quantity: z.number().nullish(),
        rules: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .nullish(),
})

export const productSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  status: z.string().min(1),
  description: text,
  thumbnail: text,
  material: text,
  updated_at: instant,
  deleted_at: instant.nullish(),
  images: z.array(z.object({ url: text })).nullish(),
  categories: z.array(z.object({ id: z.string() })).nullish(),
  variants: z.array(variantSchema).nullish(),
})

export type ShopProduct = z.infer<typeof productSchema>
export type ShopVariant = z.infer<typeof variantSchema>

/** `below`: path of the variants, with the dot behind it. */
export const counting = (below: string) =>
  `*${below}inventory_items,*${below}inventory_items.inventory.location_levels`

/** Fields that have to be requested by name so that a reply holds all of the above. */
export const productFields = [
  'id,title,status,description,thumbnail,material,updated_at,deleted_at,*images,categories.id',
  '*variants,*variants.options,*variants.options.option,*variants.prices',
  counting('variants.'),
].join(',')

export const countedVariantSchema = z.object(countingFields)
export type CountedVariant = z.infer<typeof countedVariantSchema>
export const countedVariantFields = `id,manage_inventory,${counting('')}`
export const countedVariantsSchema = z.object({ variants: z.array(countedVariantSchema) })

/** When the figures of an item moved, and whose they are. */
export const levelTimesSchema = z.object({
  location_levels: z.array(z.object({ updated_at: instant })).nullish(),
  variants: z.array(z.object({ product_id: text }).nullable()).nullish(),
})
export const levelTimesFields = 'id,location_levels.updated_at,variants.product_id'

const writtenLevelSchema = z.object({
  inventory_item_id: z.string(),
  location_id: z.string(),
  stocked_quantity: z.number(),
  reserved_quantity: z.number(),
})
export const writtenLevelsSchema = z.object({
  created: z.array(writtenLevelSchema).nullish(),
  updated: z.array(writtenLevelSchema).nullish(),
})
export type WrittenLevel = z.infer<typeof writtenLevelSchema>
