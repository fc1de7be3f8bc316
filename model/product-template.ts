/**
 * A product that people write once and publish to several shops. Names are those of the specification (section 3), because the paths of
 * its errors are made of them; the form, the stored draft and the API have one shape. Null: not given yet.
 */

/** A picture of ours, or one that a channel keeps (`image_id`). */
export type TemplateImage = {
  image_id: string | null
  image_url: string
  /** Alternative text, for channels that take it. Left out: the channel's own stays. */
  alt?: string | undefined
}

export type TemplateSku = {
  /** The seller's own code. A point of sale has none and knows `primaryUnitName`. */
  seller_sku: string
  primaryUnitName: string
  /** One value per name of `variant_names`. */
  variants: string[]
  /** Main units of the account's currency, as typed. */
  price: number | null
  cost_price: number | null
  special_price: number | null
  /** YYYY-MM-DD HH:mm in the account's time zone. Empty: not given. */
  special_date_from: string
  special_date_to: string
  quantity: number | null
  images: TemplateImage[]
}

export type ProductTemplate = {
  name: string
  short_description: string
  /** Clean HTML. */
  long_description: string
  /** The text of `long_description` without its marks. */
  long_description_content: string
  /** Ours, the main image first. */
  images: TemplateImage[]
  /** For one channel instead of `images`; empty: the same as everywhere. */
  images_lazada: TemplateImage[]
  images_shopee: TemplateImage[]
  images_tiktok: TemplateImage[]
  category_id: number | null
  /** Names of the axes that the SKUs differ in, in order; none for a product with one SKU. */
  variant_names: string[]
  skus: TemplateSku[]
  /** Centimetres. */
  package_length: number | null
  package_width: number | null
  package_height: number | null
  /** Kilograms. */
  package_weight: number | null
  /** Ascending, each once. */
  platform_ids: number[]
  product_sku: string
  product_sku_name: string
  threshold: number
  is_cod_allowed: 0 | 1
}

/** `value_id` is a number or a text, as the channel counts its values; null where it knows them by `value`. */
export type RequiredAttribute = {
  attribute_id: string
  name: string
  value_id: number | string | null
  value: string | number
  unit: string | null
}

export type TemplateShipmentProvider = {
  logistics_channel_id: number | null
  logistics_channel_name: string
  enabled: boolean
  mask_channel_id: number | null
}

/** The step of one shop: its needs beyond the template. Prices and quantities of `skus` replace the template's where they are given. */
export type ShopTemplate = {
  shop_id: number
  category_id: number | null
  platform_category_id: string
  cate_name_en: string
  cate_name_my: string
  brand: { brand_id: string | null; name: string } | null
  required_attributes: RequiredAttribute[]
  skus: ShopTemplateSku[]
  shipment_providers: TemplateShipmentProvider[]
  is_cod_allowed: 0 | 1
}

/** Joined with the SKU of the template that has the same `variants`. */
export type ShopTemplateSku = Pick<
  TemplateSku,
  | 'seller_sku'
  | 'primaryUnitName'
  | 'variants'
  | 'price'
  | 'cost_price'
  | 'special_price'
  | 'special_date_from'
  | 'special_date_to'
  | 'quantity'
> & {
  /** False: this shop does not sell it. */
  is_published: boolean
}

/** Order of the steps and of publishing, by the numbers of the platforms. */
export const publishingOrder: readonly number[] = [1, 2, 3, 4, 6, 5]

export const templateStatuses = [
  { id: 0, code: 'draft' },
  { id: 1, code: 'ready' },
  { id: 2, code: 'partially_uploaded' },
  { id: 3, code: 'uploaded' },
  { id: 4, code: 'failed' },
] as const

export const uploadStatuses = [
  { id: 0, code: 'not_uploaded' },
  { id: 1, code: 'queued' },
  { id: 2, code: 'uploading' },
  { id: 3, code: 'uploaded' },
  { id: 4, code: 'failed' },
  { id: 5, code: 'canceling' },
  { id: 6, code: 'canceled' },
  { id: 7, code: 'outdated' },
] as const

/** Steps of an upload, in their order. */
export const publishSteps = ['check', 'images', 'listing', 'confirm'] as const
export type PublishStep = (typeof publishSteps)[number]

export type TemplateStatus = (typeof templateStatuses)[number]['code']
export type UploadStatus = (typeof uploadStatuses)[number]['code']

/** A rule that a template breaks. */
export type TemplateProblem = {
  /** Where it stands: `skus.0.price`, and for a shop's step `shops.0.required_attributes.2.value`. */
  path: string
  /** As in the specification: required, min, max, unique, less_than, greater_than, date_order, no_chinese, min_items, in … */
  rule: string
  /** Key of its message: `error.{path}.{rule}` in the form of the channel (decision 4.10). */
  key: string
  /** Figures that the message names. */
  values: Record<string, string | number>
  /** Null: the template itself. */
  platformId: number | null
  shopId: number | null
}

export const templateLimits = {
  variantNames: 3,
  skus: 100,
  images: 8,
  variantLength: 20,
} as const

/** Templates of one account. */
export const mostTemplates = 10_000

export function emptyTemplate(platformIds: number[]): ProductTemplate {
  return {
    name: '',
    short_description: '',
    long_description: '',
    long_description_content: '',
    images: [],
    images_lazada: [],
    images_shopee: [],
    images_tiktok: [],
    category_id: null,
    variant_names: [],
    skus: [emptySku([])],
    package_length: null,
    package_width: null,
    package_height: null,
    package_weight: null,
    platform_ids: platformIds.toSorted((a, b) => a - b),
    product_sku: '',
    product_sku_name: '',
    threshold: 1,
    is_cod_allowed: 0,
  }
}

export function emptyShopSku(variants: string[]): ShopTemplateSku {
  const { images: _, ...sku } = emptySku(variants)
  return { ...sku, is_published: true }
}

export function emptySku(variants: string[]): TemplateSku {
  return {
    seller_sku: '',
    primaryUnitName: '',
    variants,
    price: null,
    cost_price: null,
    special_price: null,
    special_date_from: '',
    special_date_to: '',
    quantity: null,
    images: [],
  }
}

export function emptyShopTemplate(shopId: number): ShopTemplate {
  return {
    shop_id: shopId,
    category_id: null,
    platform_category_id: '',
    cate_name_en: '',
    cate_name_my: '',
    brand: null,
    required_attributes: [],
    skus: [],
    shipment_providers: [],
    is_cod_allowed: 0,
  }
}
