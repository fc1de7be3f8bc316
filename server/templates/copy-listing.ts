/** A listing as the beginning of a template. What a channel keeps in its own way (category, attributes) is left to the steps. */
import { lengthOf } from '../../model/listing-limits.ts'
import { listingHtml, plainTextOf } from '../../model/listing-html.ts'
import { type Currency, fromMinor } from '../../model/money.ts'
import {
  emptyShopSku,
  emptySku,
  emptyTemplate,
  templateLimits,
  type ProductTemplate,
  type ShopTemplate,
} from '../../model/product-template.ts'
import { cutText } from '../db/strip-nul-bytes.ts'
import type { ProductDetail, VariantDetail } from '../listings/detail/product-detail-store.ts'

/** Prices of a listing for the step of another shop with the same money, where that is not the account's. */
export function pricesOfListing(
  { currency }: ProductDetail,
  variants: VariantDetail[],
  { skus }: ProductTemplate,
): ShopTemplate['skus'] {
  return skus.map((sku, at) => ({
    ...emptyShopSku(sku.variants),
    price: fromMinor(variants[at]?.price ?? 0, currency as Currency),
  }))
}

export function templateOfListing(
  product: ProductDetail,
  variants: VariantDetail[],
  platformIds: number[],
  accountCurrency: string,
): ProductTemplate {
  const html = listingHtml(product.description ?? '')
  const names = [...new Set(variants.flatMap(({ options }) => options.map(({ name }) => name)))]
  const variantNames = names.slice(0, templateLimits.variantNames)
  const currency = product.currency as Currency
  return {
    ...emptyTemplate(platformIds),
    name: product.name,
    long_description: html,
    long_description_content: plainTextOf(html),
    images: product.images.slice(0, templateLimits.images).map((url) => ({ image_id: null, image_url: url })),
    variant_names: variantNames,
    skus: variants.slice(0, templateLimits.skus).map((variant) => ({
      ...emptySku(
        variantNames.map((name) => variant.options.find((option) => option.name === name)?.value ?? ''),
      ),
      seller_sku: variant.sellerSku ?? '',
      price: currency === accountCurrency ? fromMinor(variant.price, currency) : null,
      quantity: variant.available ?? variant.channelStock,
      images: variant.imageUrl ? [{ image_id: null, image_url: variant.imageUrl }] : [],
    })),
    package_weight: product.package.weight,
    package_length: product.package.length,
    package_width: product.package.width,
    package_height: product.package.height,
    // Shorter names of SKUs are refused, so none is better than one that has to be removed.
    product_sku_name: lengthOf(product.name) >= 10 ? cutText(product.name, 255) : '',
  }
}
