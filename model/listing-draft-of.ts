/** A template and the step of one shop as the listing that its channel gets. */
import type { ListingDraft, ListingImage } from './listing.ts'
import { toMinor, type Currency } from './money.ts'
import type { ProductTemplate, ShopTemplate } from './product-template.ts'

export function listingDraftOf(input: {
  template: ProductTemplate
  shop: ShopTemplate
  platformId: number
  currency: Currency
  timezone: string
  images: ListingImage[]
  skuImages: (ListingImage | null)[]
}): ListingDraft {
  const { template, shop, currency, images, skuImages } = input
  return {
    name: template.name,
    description: template.long_description,
    channelCategoryId: shop.platform_category_id,
    brand: shop.brand && { channelBrandId: shop.brand.brand_id, name: shop.brand.name },
    images,
    attributes: shop.required_attributes.map(({ attribute_id: id, value, value_id: valueId, unit }) => ({
      channelAttributeId: id,
      values: [{ id: valueId === null ? null : String(valueId), name: String(value), unit }],
    })),
    package: {
      weight: template.package_weight,
      length: template.package_length,
      width: template.package_width,
      height: template.package_height,
    },
    deliveryIds: shop.shipment_providers
      .filter(({ enabled }) => enabled)
      .map(({ logistics_channel_id: id }) => String(id)),
    isCashOnDelivery: shop.is_cod_allowed === 1,
    variantNames: template.variant_names,
    skus: template.skus.map((sku, at) => ({
      sellerSku: sku.seller_sku,
      options: sku.variants,
      price: toMinor(sku.price ?? 0, currency),
      specialPrice: null,
      quantity: sku.quantity ?? 0,
      image: skuImages[at] ?? null,
    })),
  }
}
