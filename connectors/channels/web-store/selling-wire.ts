/**
 * Fields read from a shop's replies while an order is created, and the names under which the console stores data with an order.
 */
import { z } from 'zod'
import { countedVariantSchema, counting } from './product-wire.ts'
import { text } from './wire.ts'

/** Among an order's metadata. */
export const referenceName = 'seller_console_reference'
export const methodName = 'seller_console_payment'
export const noteName = 'seller_console_note'

export const markedSchema = z.object({ metadata: z.record(z.string(), z.unknown()).nullish() })

const made = z.object({
  id: z.string().min(1),
  is_draft_order: z.boolean(),
  currency_code: z.string(),
  total: z.number(),
  items: z.array(
    z.object({
      title: z.string(),
      variant_id: text,
      quantity: z.int().min(0),
      unit_price: z.number(),
      discount_total: z.number(),
    }),
  ),
  payment_collections: z
    .array(z.object({ id: z.string(), status: z.string(), amount: z.number() }))
    .nullish(),
})

export type MadeOrder = z.infer<typeof made>
export const madeSchema = z.object({ order: made })
export const draftSchema = z.object({ draft_order: made })
export const madeFields = 'id,is_draft_order,currency_code,total,*items,*payment_collections'

export const paymentAskedSchema = z.object({
  payment_collection: z.object({ id: z.string(), amount: z.number() }),
})

export const profilesSchema = z.object({
  products: z.array(z.object({ shipping_profile: z.object({ id: z.string() }).nullish() })),
})

const way = z.object({
  id: z.string(),
  name: z.string(),
  shipping_profile_id: text,
  rules: z.array(z.object({ attribute: z.string(), value: z.unknown().optional() })).nullish(),
  service_zone: z
    .object({
      fulfillment_set: z.object({ type: text }).nullish(),
      geo_zones: z.array(z.object({ country_code: text })).nullish(),
    })
    .nullish(),
})

/** A way of delivery, which the API calls a shipping option. */
export type Way = z.infer<typeof way>
export const waysSchema = z.object({ shipping_options: z.array(way) })
export const wayFields =
  'id,name,shipping_profile_id,*rules,*service_zone.geo_zones,*service_zone.fulfillment_set'

const price = z.object({
  id: z.string().optional(),
  amount: z.number(),
  currency_code: z.string(),
  min_quantity: z.number().nullish(),
  max_quantity: z.number().nullish(),
  rules: z.record(z.string(), z.unknown()).nullish(),
})

const pricedVariant = z.object({ id: z.string(), prices: z.array(price).nullish() })
export type PricedVariant = z.infer<typeof pricedVariant>

/** All prices of a product's variants, which are replaced together. */
export const pricedProductSchema = z.object({
  product: z.object({ id: z.string(), variants: z.array(pricedVariant).nullish() }),
})
export const pricedProductFields = 'id,variants.id,*variants.prices'
export const variantsWrittenSchema = z.object({ updated: z.array(z.object({ id: z.string() })).nullish() })
export const statusRowSchema = z.object({ product: z.object({ id: z.string() }) })
export const removedSchema = z.object({ id: z.string(), deleted: z.boolean() })
const published = z.object({
  id: z.string(),
  status: text,
  variants: z.array(z.object({ id: z.string(), sku: text })).nullish(),
})
/** With what the stock of each new variant is written by. */
const created = published.extend({
  variants: z.array(countedVariantSchema.extend({ sku: text })).nullish(),
})
export const createdSchema = z.object({ product: created })
export type PublishedProduct = z.infer<typeof published>
export const publishedSchema = z.object({ product: published })
export const foundProductsSchema = z.object({ products: z.array(published) })
export const shippingProfilesSchema = z.object({
  shipping_profiles: z.array(z.object({ id: z.string(), type: text })),
})
export const publishedFields = 'id,status,*variants'
export const createdFields = `${publishedFields},${counting('variants.')}`

/** A product with the options that its variants choose from, and what an update has to leave in its lists. */
const optioned = published.extend({
  metadata: z.record(z.string(), z.unknown()).nullish(),
  categories: z.array(z.object({ id: z.string() })).nullish(),
  variants: z
    .array(
      z.object({
        id: z.string(),
        sku: text,
        options: z
          .array(z.object({ value: z.string(), option: z.object({ title: z.string() }).nullish() }))
          .nullish(),
      }),
    )
    .nullish(),
  options: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        values: z.array(z.object({ value: z.string() })).nullish(),
      }),
    )
    .nullish(),
})
export type OptionedProduct = z.infer<typeof optioned>
export const optionedSchema = z.object({ product: optioned })
export const optionedFields = `${publishedFields},metadata,*categories,*options,*options.values,*variants.options,*variants.options.option`

export const variantsChangedSchema = z.object({
  created: z.array(z.object({ id: z.string() })).nullish(),
  updated: z.array(z.object({ id: z.string() })).nullish(),
})
export const uploadedSchema = z.object({ files: z.array(z.object({ id: z.string(), url: z.url() })) })
