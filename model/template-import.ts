/** Product templates from a spreadsheet: a row is a variant, and rows with the same product key are one template. */

/** They belong to the whole product, so any of its rows may have them and none may say otherwise. */
export const templateProductFields = [
  'template_name',
  'short_description',
  'long_description',
  'photos',
  'own_category',
  'shops',
  'variant_1_name',
  'variant_2_name',
  'variant_3_name',
  'weight',
  'length',
  'width',
  'height',
  'template_sku_name',
  'template_threshold',
] as const
export type TemplateProductField = (typeof templateProductFields)[number]

export const templateSkuFields = [
  'variant_1',
  'variant_2',
  'variant_3',
  'seller_code',
  'price',
  'cost_price',
  'special_price',
  'special_from',
  'special_to',
  'quantity',
  'variant_photo',
] as const
export type TemplateSkuField = (typeof templateSkuFields)[number]

export const templateFields = ['product_key', ...templateProductFields, ...templateSkuFields] as const
export type TemplateField = (typeof templateFields)[number]

/** A description in its marks; a longer cell is cut. */
export const templateCellLength = 10_000
