import { eanOf } from '../../kit/ean.ts'
import type { Listing } from '../../kit/catalog.ts'
import { codeOf } from '../../kit/catalog.ts'
import { chainOf, brandName } from './categories.ts'
import { WAREHOUSE } from './detail.ts'
import {
  pictureOf,
  sampleFacts,
  samplePictureUri,
  type ItemFacts,
  type SalesAttribute,
} from './item-facts.ts'
import { imageUrl } from './orders.ts'
import { amount } from './shops.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'

export type Sku = Listing<string>
export type ProductStatus = 'DRAFT' | 'PENDING' | 'ACTIVATE' | 'SELLER_DEACTIVATED' | 'DELETED'

export const factsOf = (tiktok: Tiktok, skus: readonly Sku[]): ItemFacts => {
  const [first] = skus
  return tiktok.items.get(first?.productId ?? '') ?? sampleFacts(first?.name ?? '', first?.weight ?? 0)
}

/** A product is on sale as long as one of its SKUs is; those that were deleted are shown no more. */
export function statusOf(tiktok: Tiktok, skus: readonly Sku[]): ProductStatus {
  const statuses = skus.map(({ status }) => status)
  if (!statuses.includes('listed') && !statuses.includes('unlisted')) return 'DELETED'
  const { state } = factsOf(tiktok, skus)
  if (state !== 'LIVE') return state
  return statuses.includes('listed') ? 'ACTIVATE' : 'SELLER_DEACTIVATED'
}

export const shownOf = (tiktok: Tiktok, skus: readonly Sku[]): readonly Sku[] =>
  statusOf(tiktok, skus) === 'DELETED' ? skus : skus.filter(({ status }) => status !== 'deleted')

export const changedAtOf = (skus: readonly Sku[]): number =>
  Math.max(...skus.map(({ changedAt }) => changedAt))
export const createdAtOf = (skus: readonly Sku[]): number =>
  Math.min(...skus.map(({ createdAt }) => createdAt))

export const skuRow = (shop: Shop, sku: Sku): Record<string, unknown> => ({
  id: sku.skuId,
  seller_sku: codeOf(sku),
  ...(eanOf(sku) !== '' && { identifier_code: { code: eanOf(sku), type: 'EAN' } }),
  price: {
    currency: shop.currency,
    tax_exclusive_price: amount(shop, sku.price),
    sale_price: amount(shop, sku.price),
  },
  inventory: [{ warehouse_id: WAREHOUSE, quantity: sku.stock }],
})

export const productRow = (tiktok: Tiktok, shop: Shop, skus: readonly Sku[]): Record<string, unknown> => ({
  id: skus[0]?.productId,
  title: shownOf(tiktok, skus)[0]?.name,
  status: statusOf(tiktok, skus),
  create_time: createdAtOf(skus),
  update_time: changedAtOf(skus),
  sales_regions: [shop.region],
})

/** Returns the sales attribute that distinguishes the variants of a product of the sample. */
export function sampleAttributes({ variant, skuId }: Sku): Omit<SalesAttribute, 'image'>[] {
  // The only SKU of a product has nothing to tell it apart by.
  if (variant === 'Default') return []
  return [{ id: '100000', name: 'Design', value_id: `1729${skuId.slice(4)}`, value_name: variant }]
}

function samplePicture(tiktok: Tiktok, productId: string): object {
  const image = imageUrl(tiktok)(productId)
  return { uri: samplePictureUri(productId), urls: [image], thumb_urls: [image], width: 400, height: 400 }
}

export function detailOf(tiktok: Tiktok, shop: Shop, skus: readonly Sku[]): object {
  const facts = factsOf(tiktok, skus)
  const id = skus[0]?.productId ?? ''
  const pictures = facts.images.flatMap((uri) =>
    uri === samplePictureUri(id) ? samplePicture(tiktok, id) : (pictureOf(tiktok, uri) ?? []),
  )
  const brand = brandName(facts.brand)
  return {
    ...productRow(tiktok, shop, skus),
    description: facts.description,
    category_chains: chainOf(facts.category),
    ...(brand !== undefined && { brand: { id: facts.brand, name: brand } }),
    main_images: pictures.length > 0 ? pictures : [samplePicture(tiktok, id)],
    ...(facts.size && { package_dimensions: { ...facts.size, unit: 'CENTIMETER' } }),
    package_weight: { value: facts.weight, unit: 'KILOGRAM' },
    skus: shownOf(tiktok, skus).map((sku) => ({
      ...skuRow(shop, sku),
      sales_attributes:
        facts.skus[sku.skuId]?.map(({ image, ...attribute }) => ({
          ...attribute,
          ...(image !== '' && { sku_img: pictureOf(tiktok, image) }),
        })) ?? sampleAttributes(sku),
      status_info: { status: sku.status === 'listed' ? 'NORMAL' : 'DEACTIVATED' },
    })),
    product_attributes: facts.attributes,
    delivery_options: facts.delivery.map((id) => ({ id, name: id, is_available: true })),
    is_cod_allowed: facts.cod,
    audit: { status: facts.review ? 'AUDITING' : 'APPROVED' },
    audit_failed_reasons: [],
  }
}
