/** A product with its variants, for the API. */
import type { z } from 'zod'
import type { productDetail } from '../../../contract/products.ts'
import type { Language } from '../../../model/language.ts'
import { changeableFields, type ChangeableField } from '../../../model/listing-change.ts'
import { editableHtml } from '../../../model/listing-html.ts'
import { listingLimitsOf } from '../../../model/listing-limits.ts'
import type { LostPoints } from '../../../model/listing-score.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { fromCost } from '../../../model/sku-cost.ts'
import { hasSpecialPrices } from '../../../model/selling-rules.ts'
import { translate } from '../../i18n/translate.ts'
import { presentProduct } from '../list/present-product.ts'
import type { ProductDetail, SiblingProduct, VariantDetail } from './product-detail-store.ts'

type Detail = z.output<typeof productDetail>

export function presentProductDetail(
  product: ProductDetail,
  variants: VariantDetail[],
  { alsoIn, siblings, version, closedOf, score, seesCosts }: More,
  language: Language,
): Detail {
  const skuCentres = new Map(
    variants.flatMap(({ skuId, primeSku }) => (skuId === null ? [] : [[skuId, primeSku ?? ''] as const])),
  )
  const brief = presentProduct(
    {
      ...product,
      createdAt: product.createdAt.toISOString(),
      updatedAt: product.updatedAt.toISOString(),
      mainImage: product.images[0] ?? null,
      variants: variants.map((one) => ({ ...one, stock: stockOf(one), refusal: one.pushReason })),
      alsoIn,
    },
    language,
  )
  return {
    ...brief,
    version,
    editable: presentEditable(product.platformId, closedOf(product.platformId), language),
    siblings: siblings.map(({ id, name, shopId, systemName, platformId, currency: money }) => ({
      id,
      name,
      shop: { data: { id: shopId, system_name: systemName, platform_id: platformId } },
      currency: money,
      fields: openFields(closedOf(platformId)),
    })),
    description: product.description,
    description_html: editableHtml(product.description),
    brand: product.brand,
    channel_status: product.channelStatus,
    channel_category_id: product.channelCategoryId,
    package_weight: product.package.weight,
    package_length: product.package.length,
    package_width: product.package.width,
    package_height: product.package.height,
    images: { data: product.images.map((url) => ({ url })) },
    product_skus: { data: variants.map((one) => presentVariant(one, product, seesCosts)) },
    sku_centers: { data: [...skuCentres].map(([id, prime_sku]) => ({ id, prime_sku })) },
    attribute_products: { data: product.attributes },
    content_score: score.score,
    content_reasons: score.reasons,
    template_id: product.templateId,
  }
}

type Closed = ReadonlyMap<ChangeableField, string>

type More = {
  alsoIn: { shopId: number; platformId: number }[]
  siblings: SiblingProduct[]
  version: string | null
  seesCosts: boolean
  score: { score: number; reasons: LostPoints[] }
  /** Fields that a channel keeps, and why. */
  closedOf: (platformId: number) => Closed
}

function openFields(closed: Closed): ChangeableField[] {
  return changeableFields.filter((field) => !closed.has(field))
}

/** `closed`: fields that cannot be changed, and why. */
function presentEditable(platformId: number, closed: Closed, language: Language): Detail['editable'] {
  const { name, description, images, weight, side } = listingLimitsOf(platformId)
  return {
    fields: openFields(closed),
    reasons: Object.fromEntries([...closed].map(([field, key]) => [field, translate(language, key)])),
    limits: { name, description, images, weight, side },
  }
}

function presentVariant(
  one: VariantDetail,
  { platformId, url, currency: money }: ProductDetail,
  seesCosts: boolean,
): Detail['product_skus']['data'][number] {
  const currency = money as Currency
  const special = hasSpecialPrices(platformId) ? one.specialPrice : null
  return {
    id: one.id,
    status: one.isActive,
    seller_sku: one.sellerSku,
    shop_sku: one.shopSku,
    barcode: one.barcode,
    sku_id: one.skuId,
    attribute_simples: {
      data: one.options.map(({ name, value }) => ({ name, attribute_values: { name: value } })),
    },
    specific_price: {
      price: special && fromMinor(special.price, currency),
      start_date: special?.from ?? null,
      expiration_date: special?.to ?? null,
    },
    product_sku_detail: {
      id: one.id,
      price: fromMinor(one.price, currency),
      cost_price:
        seesCosts && one.cost !== null && one.costCurrency === currency ? fromCost(one.cost, currency) : null,
      available: stockOf(one),
      threshold: one.threshold,
      own_threshold: one.ownThreshold,
      quantity: one.observed ?? one.channelStock,
      url,
    },
    product_sku_detail_location: {
      data: one.places.map(({ locationId, name, onHand, reserved }) => ({
        location_id: locationId,
        name,
        quantity: onHand,
        available: onHand - reserved,
      })),
    },
    product_sku_image: { url: one.imageUrl ?? '' },
    push:
      one.pushState && one.pushAt
        ? { state: one.pushState, reason: one.pushReason, at: one.pushAt.toISOString() }
        : null,
  }
}

/** Pieces that the shop can sell: what it is sent, else what there is, else what its channel tells. */
function stockOf({ isStockSync, target, available, channelStock }: VariantDetail): number | null {
  return isStockSync ? (target ?? available ?? channelStock) : channelStock
}
