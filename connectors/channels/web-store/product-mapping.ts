/** One product of a shop's in our words. Pure: no calls, no clock. */
import { barcodeOf } from '../../../model/gtin.ts'
import { toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import type { ChannelProduct, ChannelSku, ProductStatus } from '../../../model/product.ts'
import { labelOf } from './mapping.ts'
import type { CountedVariant, ShopProduct, ShopVariant } from './product-wire.ts'

export type ProductTerms = { currency: Currency; locationId: string }

export function toChannelProduct(product: ShopProduct, terms: ProductTerms): ChannelProduct {
  const isDeleted = !!product.deleted_at
  // A query for deleted products also returns the deleted variants of products that still exist.
  const variants = (product.variants ?? []).filter((variant) => isDeleted || !variant.deleted_at)
  return {
    channelProductId: product.id,
    name: product.title.trim() || product.id,
    description: given(product.description),
    status: isDeleted ? 'deleted_on_channel' : (statuses[product.status] ?? 'inactive'),
    channelStatus: isDeleted ? 'deleted' : product.status,
    currency: terms.currency,
    channelCategoryId: product.categories?.[0]?.id ?? null,
    brand: null,
    images: [
      ...new Set(
        [product.thumbnail, ...(product.images ?? []).map(({ url }) => url)].flatMap(
          (at) => addressOf(at) ?? [],
        ),
      ),
    ],
    attributes: given(product.material) ? [{ name: 'material', value: given(product.material) ?? '' }] : [],
    // Weights and lengths are numbers without a unit.
    package: { weight: null, length: null, width: null, height: null },
    // The shop window is another program, whose address the API does not know.
    url: null,
    changedAt: changedAtOf(product),
    skus: variants.length > 0 ? variants.map((variant) => toSku(variant, terms)) : [noSku(product)],
  }
}

/** Source: "Products" of the Admin API reference. */
const statuses: Record<string, ProductStatus> = {
  published: 'active',
  draft: 'draft',
  proposed: 'pending_review',
  rejected: 'rejected',
}

function toSku(variant: ShopVariant, { currency, locationId }: ProductTerms): ChannelSku {
  return {
    channelSkuId: variant.id,
    shopSku: variant.id,
    sellerSku: given(variant.sku),
    barcode: barcodeOf(variant.barcode) ?? barcodeOf(variant.ean) ?? barcodeOf(variant.upc),
    options: (variant.options ?? []).flatMap(({ value, option }) => {
      const [name, label] = [given(option?.title), labelOf(value)]
      return name && label ? [{ name, value: label }] : []
    }),
    price: priceOf(variant, currency),
    specialPrice: null,
    stock: variant.manage_inventory ? countedOf(variant, locationId) : null,
    imageUrl: addressOf(variant.thumbnail),
    isActive: true,
  }
}

/** A product without variants cannot be bought. */
function noSku({ id }: ShopProduct): ChannelSku {
  return {
    channelSkuId: id,
    shopSku: id,
    sellerSku: null,
    barcode: null,
    options: [],
    price: 0,
    specialPrice: null,
    stock: null,
    imageUrl: null,
    isActive: false,
  }
}

/**
 * Answers the price of one piece for everybody, in the shop's money: prices of regions, groups and larger numbers bear
 * conditions.
 */
function priceOf({ prices }: ShopVariant, currency: Currency): number {
  const amounts = (prices ?? [])
    .filter(
      ({ currency_code: code, rules, min_quantity: least }) =>
        code.toUpperCase() === currency && (least ?? 0) <= 1 && Object.keys(rules ?? {}).length === 0,
    )
    .map(({ amount }) => toMinor(amount, currency))
  return Math.max(0, ...amounts)
}

/** Counts how many pieces could be sold from one location: the scarcest inventory item of the variant decides. */
export function countedOf({ inventory_items: items }: CountedVariant, locationId: string): number {
  const counts = (items ?? []).map(({ required_quantity: each, inventory }) => {
    const level = inventory?.location_levels?.find(({ location_id: id }) => id === locationId)
    return level ? Math.floor((level.stocked_quantity - level.reserved_quantity) / each) : 0
  })
  return counts.length === 0 ? 0 : Math.max(0, Math.min(...counts))
}

/** Neither a variant that is changed nor its stock moves the product's own time. */
function changedAtOf(product: ShopProduct): Date {
  const times = [
    product.updated_at,
    ...(product.variants ?? []).flatMap(({ updated_at: at, inventory_items: items }) => [
      at,
      ...(items ?? []).flatMap(({ inventory }) =>
        (inventory?.location_levels ?? []).map((level) => level.updated_at),
      ),
    ]),
  ]
  return new Date(Math.max(...times.map((at) => Date.parse(at))))
}

function given(words: string | null | undefined): string | null {
  return words?.trim() || null
}

function addressOf(address: string | null | undefined): string | null {
  return address && URL.canParse(address) ? address : null
}
