/** A template and the step of one shop as the listing that its channel gets. Empty values are left out (specification, section 5). */
import { valueIdOf } from './attribute-rules.ts'
import type { ListingAttribute, ListingDraft, ListingImage } from './listing.ts'
import { toMinor, type Currency } from './money.ts'
import type { ProductTemplate, RequiredAttribute, ShopTemplate } from './product-template.ts'
import { shopSkusOf, type ShopSku } from './shop-skus.ts'
import { templateLimitsOf } from './template-limits.ts'
import { momentOf } from './written-moment.ts'

type Input = {
  template: ProductTemplate
  shop: ShopTemplate
  platformId: number
  currency: Currency
  timezone: string
  images: ListingImage[]
  /** One per SKU of the template; null: it has none of its own. */
  skuImages: (ListingImage | null)[]
}

/** An unfinished template gives a draft with what there is: zeros for prices and quantities that are not given yet. */
export function listingDraftOf(input: Input): ListingDraft {
  const { template, shop, platformId, images } = input
  const short = template.short_description.trim()
  return {
    name: template.name.trim(),
    description: template.long_description.trim(),
    ...(short && templateLimitsOf(platformId).hasShortDescription && { shortDescription: short }),
    channelCategoryId: shop.platform_category_id,
    brand: shop.brand && { channelBrandId: shop.brand.brand_id, name: shop.brand.name },
    images,
    attributes: attributesOf(shop.required_attributes),
    package: {
      weight: template.package_weight,
      length: template.package_length,
      width: template.package_width,
      height: template.package_height,
    },
    deliveryIds: shop.shipment_providers
      .filter(({ enabled, logistics_channel_id: id }) => enabled && id !== null)
      .map(({ logistics_channel_id: id }) => String(id)),
    isCashOnDelivery: template.is_cod_allowed === 1 || shop.is_cod_allowed === 1,
    variantNames: template.variant_names.map((name) => name.trim()),
    skus: shopSkusOf(template, shop, platformId).map((sku) => skuOf(sku, input)),
  }
}

function skuOf(
  sku: ShopSku,
  { template, currency, timezone, skuImages }: Input,
): ListingDraft['skus'][number] {
  return {
    sellerSku: sku.seller_sku.trim(),
    options: template.variant_names.map((_, axis) => sku.variants[axis]?.trim() ?? ''),
    price: toMinor(sku.price ?? 0, currency),
    specialPrice: specialOf(sku, currency, timezone),
    quantity: sku.quantity ?? 0,
    image: skuImages[sku.at] ?? null,
  }
}

function specialOf(sku: ShopSku, currency: Currency, timezone: string) {
  const [from, to] = [momentOf(sku.special_date_from, timezone), momentOf(sku.special_date_to, timezone)]
  if (sku.special_price === null || !from || !to) return null
  return { price: toMinor(sku.special_price, currency), from, to }
}

/** Several values of one attribute are several entries of the list. */
function attributesOf(given: RequiredAttribute[]): ListingAttribute[] {
  const filled = given.filter(({ value }) => String(value).trim() !== '')
  return [...Map.groupBy(filled, ({ attribute_id: id }) => id)].map(([id, values]) => ({
    channelAttributeId: id,
    values: values.map((one) => ({ id: valueIdOf(one), name: String(one.value).trim(), unit: one.unit })),
  }))
}
