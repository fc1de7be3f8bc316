/**
 * Content of templates and of the steps of their shops: as it is answered, and as it is given. The specification gives ids as numbers or
 * as texts of digits and some values under other names; both are read here into the one form that is stored.
 */
import { z } from 'zod'
import { mostAltText } from '../model/alt-texts.ts'
import { templateLimits } from '../model/product-template.ts'
import { flag, id } from './endpoint.ts'

/** Bounds of what is stored. A draft may be unfinished: rules are told by `problems`, and refuse only publishing. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0\p{Cs}]*$/u)
const figure = z.number().min(0).max(1_000_000_000).nullable()
const dateTime = z.string().regex(/^(?:\d{4}-\d\d-\d\d \d\d:\d\d)?$/, { error: 'field.plain_moment' })

const image = z.strictObject({
  image_id: text(255)
    .nullable()
    .default(null)
    .describe('Id at the channel that keeps it; null: one of ours.'),
  image_url: text(2_000),
  alt: text(mostAltText).optional().describe('Alternative text, sent to websites and points of sale.'),
})
const images = z.array(image).max(20)
/** Fields without a value may be left out. */
const sku = {
  seller_sku: text(255).default(''),
  primaryUnitName: text(255).default('').describe('Point of sale only.'),
  variants: z.array(text(255)).max(templateLimits.variantNames).default([]),
  price: figure.describe("Main units of the account's currency."),
  cost_price: figure.default(null),
  special_price: figure.default(null),
  special_date_from: dateTime
    .default('')
    .describe("YYYY-MM-DD HH:mm in the account's time zone; empty: not given."),
  special_date_to: dateTime.default(''),
  quantity: z.int().min(0).max(100_000_000).nullable(),
}
const size = z.number().min(0).max(100_000).nullable()

export const templateContent = z.strictObject({
  name: text(1_000),
  short_description: text(5_000),
  long_description: text(50_000).describe('HTML; cleaned when it is saved.'),
  long_description_content: text(50_000).describe('Its text without marks; written by the server.'),
  images,
  images_lazada: images,
  images_shopee: images,
  images_tiktok: images,
  category_id: id.nullable(),
  variant_names: z.array(text(255)).max(templateLimits.variantNames),
  skus: z.array(z.strictObject({ ...sku, images: images.default([]) })).max(500),
  package_length: size.describe('Centimetres.'),
  package_width: size,
  package_height: size,
  package_weight: size.describe('Kilograms.'),
  platform_ids: z.array(z.int().min(1).max(9999)).max(10),
  product_sku: text(255),
  product_sku_name: text(1_000),
  threshold: z.int().min(0).max(999_999),
  is_cod_allowed: flag,
})

const attribute = z.strictObject({
  attribute_id: text(100),
  name: text(255),
  value_id: z.union([z.number(), text(255)]).nullable(),
  value: z.union([z.number(), text(5_000)]),
  unit: text(50).nullable().default(null),
})

const provider = z.strictObject({
  logistics_channel_id: z.int().nullable(),
  logistics_channel_name: text(255),
  enabled: z.boolean(),
  mask_channel_id: z.int().nullable().default(null),
})

export const shopTemplateContent = z.strictObject({
  shop_id: id,
  category_id: id.nullable(),
  platform_category_id: text(100),
  cate_name_en: text(1_000),
  cate_name_my: text(1_000),
  brand: z.strictObject({ brand_id: text(100).nullable().default(null), name: text(255) }).nullable(),
  required_attributes: z.array(attribute).max(500),
  skus: z.array(z.strictObject({ ...sku, is_published: z.boolean().default(true) })).max(500),
  shipment_providers: z.array(provider).max(200),
  is_cod_allowed: flag,
})

/** Ids of ours, as numbers or as texts of digits. */
export const givenId = z.union([
  id,
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
])
const givenPlatforms = z.array(givenId.pipe(z.int().max(9999))).max(10)
const givenNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
/** Ids of channels, which count some of theirs by figures. */
const givenCode = (most: number) => z.union([text(most), z.int().transform(String)])

const givenImages = z.array(image.extend({ image_id: givenCode(255).nullable().default(null) })).max(20)

const specialPrice = z
  .strictObject({ price: figure, dateFrom: dateTime.default(''), dateTo: dateTime.default('') })
  .nullable()
  .optional()
  .describe('Another form of `special_price` with its dates, which counts where that is not given.')

type Special = { special_price: number | null; special_date_from: string; special_date_to: string }

function withSpecial<T extends Special & { specialPrice?: z.output<typeof specialPrice> }>({
  specialPrice: special,
  ...sku
}: T) {
  if (!special || sku.special_price !== null) return sku
  const { price, dateFrom, dateTo } = special
  return { ...sku, special_price: price, special_date_from: dateFrom, special_date_to: dateTo }
}

/** Left out: not given yet, or as it was. */
export const givenTemplate = templateContent
  .extend({
    images: givenImages,
    images_lazada: givenImages,
    images_shopee: givenImages,
    images_tiktok: givenImages,
    category_id: givenId.nullable(),
    skus: z
      .array(z.strictObject({ ...sku, images: givenImages.default([]), specialPrice }).transform(withSpecial))
      .max(500),
    platform_ids: givenPlatforms,
  })
  .partial()

const givenAttributes = z.union([
  z
    .array(
      attribute
        .extend({
          attribute_id: givenCode(100),
          value: attribute.shape.value.optional().describe('Left out: `value_id` says it.'),
        })
        .transform(({ value, ...one }) => ({ ...one, value: value ?? String(one.value_id ?? '') })),
    )
    .max(500),
  z
    .record(text(100), z.union([z.number(), text(5_000)]).nullable())
    .transform((values) =>
      Object.entries(values).flatMap(([name, value]) =>
        value === null ? [] : [{ attribute_id: name, name, value_id: null, value, unit: null }],
      ),
    )
    .describe('Values by the names of their attributes. `brand_id` is the brand.'),
])

const givenStep = z.strictObject({
  ...shopTemplateContent.shape,
  shop_id: givenId,
  category_id: givenId.nullable(),
  platform_category_id: givenCode(100),
  brand: z.strictObject({ brand_id: givenCode(100).nullable().default(null), name: text(255) }).nullable(),
  required_attributes: givenAttributes,
  skus: z
    .array(
      z
        .strictObject({ ...sku, is_published: z.boolean().default(true), specialPrice })
        .transform(withSpecial),
    )
    .max(500),
  shipment_providers: z
    .array(
      z.strictObject({
        ...provider.shape,
        logistics_channel_id: givenNumber.nullable(),
        mask_channel_id: givenNumber.nullable().default(null),
      }),
    )
    .max(200),
})

type WithBrand = {
  brand?: { brand_id: string | null; name: string } | null | undefined
  required_attributes?: z.output<typeof givenAttributes> | undefined
}

/** Stores know a product's brand; the specification names it among the attributes. */
function withBrand<T extends WithBrand>(step: T): T {
  const named = step.required_attributes?.find(({ attribute_id: name }) => name === 'brand_id')
  if (!named) return step
  const brand = { brand_id: String(named.value_id ?? named.value), name: '' }
  return {
    ...step,
    brand: step.brand ?? brand,
    required_attributes: step.required_attributes?.filter((one) => one !== named),
  }
}

/** The whole step of a shop. */
export const givenShopTemplate = givenStep
  .extend({
    category_id: givenStep.shape.category_id.default(null),
    cate_name_en: givenStep.shape.cate_name_en.default(''),
    cate_name_my: givenStep.shape.cate_name_my.default(''),
    brand: givenStep.shape.brand.default(null),
    is_cod_allowed: flag.default(0),
  })
  .transform(withBrand)

/** A change of one: what is left out stays. */
export function changeOfShopTemplate<T extends z.ZodRawShape>(more: T) {
  return givenStep.omit({ shop_id: true }).partial().extend(more).transform(withBrand)
}

/** The fields that steps of one shop may lack, for those in one category. */
export const givenToSteps = givenStep
  .pick({
    platform_category_id: true,
    cate_name_en: true,
    cate_name_my: true,
    brand: true,
    required_attributes: true,
    shipment_providers: true,
  })
  .partial()
  .extend({
    shop_id: givenId,
    of_category: text(100).describe(
      'Steps in this category alone, whose attributes and brands these are; empty: in none.',
    ),
  })
  .transform(withBrand)
