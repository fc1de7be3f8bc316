/**
 * Fields read from TikTok Shop's products. Fields that we do not read are ignored; fields that we do read must have the
 * documented type, and any of them but ids may be missing, as empty ones are left out. Source: "Search Products" and "Get
 * Product", TikTok Shop Open API, partner.tiktokshop.com/docv2.
 */
import { z } from 'zod'
import { amount, seconds, text } from './wire.ts'

const imageSchema = z.object({ urls: z.array(z.string()).nullish() })

const inventorySchema = z
  .array(z.object({ warehouse_id: text, quantity: z.int().min(0).nullish() }))
  .nullish()

const skuSchema = z.object({
  id: z.string().min(1),
  seller_sku: text,
  identifier_code: z.object({ code: text }).nullish(),
  price: z.object({ currency: text, sale_price: amount, tax_exclusive_price: amount }).nullish(),
  inventory: inventorySchema,
  sales_attributes: z
    .array(z.object({ name: text, value_name: text, sku_img: imageSchema.nullish() }))
    .nullish(),
  status_info: z.object({ status: text }).nullish(),
})

/** The rows of the search are of the same form with less in them. */
export const productSchema = z.object({
  id: z.string().min(1),
  /** Missing where the product is listed on a sister platform alone. */
  status: text,
  title: text,
  update_time: seconds,
  description: text,
  category_chains: z.array(z.object({ id: z.string(), is_leaf: z.boolean().nullish() })).nullish(),
  brand: z.object({ name: text }).nullish(),
  main_images: z.array(imageSchema).nullish(),
  package_weight: z.object({ value: text, unit: text }).nullish(),
  package_dimensions: z.object({ length: text, width: text, height: text, unit: text }).nullish(),
  product_attributes: z
    .array(z.object({ name: text, values: z.array(z.object({ name: text })).nullish() }))
    .nullish(),
  skus: z.array(skuSchema).min(1),
})

export type TiktokProduct = z.infer<typeof productSchema>
export type TiktokSku = z.infer<typeof skuSchema>

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const productSearchSchema = z.object({
  products: z.array(z.unknown()).nullish(),
  next_page_token: text,
  total_count: z.int().nullish(),
})

/** Enough of a product to tell where its stock lies. */
export const stockedProductSchema = z.object({
  status: text,
  skus: z.array(z.object({ id: z.string().min(1), inventory: inventorySchema })).nullish(),
})

export type Inventory = z.infer<typeof inventorySchema>

/** Refused SKUs of an update; the reply does not list the successful ones. */
export const inventoryUpdateSchema = z.object({
  errors: z
    .array(
      z.object({
        code: z.int(),
        message: text,
        detail: z
          .object({
            sku_id: text,
            extra_errors: z.array(z.object({ code: z.int().nullish(), message: text })).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
})

export type UpdateError = NonNullable<z.infer<typeof inventoryUpdateSchema>['errors']>[number]
