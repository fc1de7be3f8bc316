/** One product of TikTok Shop's in our words. Pure: no calls, no clock. */
import { barcodeOf } from '../../../model/gtin.ts'
import { isCurrency, toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import type {
  ChannelProduct,
  ChannelSku,
  ProductAttribute,
  ProductPackage,
  ProductStatus,
} from '../../../model/product.ts'
import type { Inventory, TiktokProduct, TiktokSku } from './product-wire.ts'

/** `usual` is the shop's currency, for a draft that has no price yet. */
export function toChannelProduct(product: TiktokProduct, usual: Currency): ChannelProduct {
  const currency = currencyOf(product, usual)
  return {
    channelProductId: product.id,
    name: product.title?.trim() || `#${product.id}`,
    description: product.description?.trim() || null,
    status: statuses[product.status ?? ''] ?? 'inactive',
    channelStatus: product.status || 'NONE',
    currency,
    channelCategoryId: leafOf(product.category_chains ?? []),
    brand: product.brand?.name?.trim() || null,
    images: (product.main_images ?? []).flatMap((image) => addressOf(image) ?? []),
    attributes: (product.product_attributes ?? []).flatMap(({ name, values }) =>
      attributeOf(name, (values ?? []).flatMap((value) => value.name || []).join(', ')),
    ),
    package: packageOf(product),
    // The API does not report the page that buyers see.
    url: null,
    changedAt: new Date(product.update_time * 1000),
    skus: product.skus.map((sku) => toSku(sku, currency)),
  }
}

/** Source: "Get Product", status. */
const statuses: Record<string, ProductStatus> = {
  ACTIVATE: 'active',
  SELLER_DEACTIVATED: 'inactive',
  PLATFORM_DEACTIVATED: 'banned',
  FREEZE: 'banned',
  DELETED: 'deleted_on_channel',
  DRAFT: 'draft',
  PENDING: 'pending_review',
  FAILED: 'rejected',
}

export function isDeleted(status: unknown): boolean {
  return status === 'DELETED'
}

function toSku(sku: TiktokSku, currency: Currency): ChannelSku {
  const choices = sku.sales_attributes ?? []
  // Price that buyers see, tax included; sellers within a country have no other price.
  const price = sku.price?.sale_price || sku.price?.tax_exclusive_price
  return {
    channelSkuId: sku.id,
    shopSku: sku.id,
    sellerSku: sku.seller_sku?.trim() || null,
    barcode: barcodeOf(sku.identifier_code?.code),
    options: choices.flatMap(({ name, value_name: value }) => attributeOf(name, value)),
    price: price ? toMinor(price, currency) : 0,
    specialPrice: null,
    stock: availableOf(sku.inventory),
    imageUrl: choices.map(({ sku_img: image }) => addressOf(image)).find((address) => address) ?? null,
    isActive: sku.status_info?.status !== 'DEACTIVATED',
  }
}

/** Sums what all warehouses would still sell; pieces reserved for orders are already subtracted. */
export function availableOf(inventory: Inventory): number {
  return (inventory ?? []).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

function currencyOf({ skus }: TiktokProduct, usual: Currency): Currency {
  const named = new Set(skus.flatMap(({ price }) => price?.currency || []))
  const [currency = usual, other] = named
  if (other) throw new RangeError(`skus.price.currency: ${currency} and ${other} in one product`)
  if (!isCurrency(currency)) throw new RangeError(`skus.price.currency: ${currency} is not supported`)
  return currency
}

/** The way down the tree, whose end is marked. */
function leafOf(chain: { id: string; is_leaf?: boolean | null | undefined }[]): string | null {
  return (chain.find(({ is_leaf: isLeaf }) => isLeaf) ?? chain.at(-1))?.id || null
}

const weights: Record<string, number> = { KILOGRAM: 1, GRAM: 0.001, POUND: 0.45359237 }
const lengths: Record<string, number> = { CENTIMETER: 1, MILLIMETER: 0.1, INCH: 2.54 }

function packageOf({ package_weight: weight, package_dimensions: size }: TiktokProduct): ProductPackage {
  const heavy = weights[weight?.unit ?? '']
  const long = lengths[size?.unit ?? '']
  return {
    weight: measureOf(weight?.value, heavy),
    length: measureOf(size?.length, long),
    width: measureOf(size?.width, long),
    height: measureOf(size?.height, long),
  }
}

/** Rounded to a gram and a hundredth of a millimetre, so that a conversion leaves no dust behind. */
function measureOf(value: string | null | undefined, unit: number | undefined): number | null {
  if (!value || unit === undefined) return null
  const measure = Math.round(Number(value) * unit * 1000) / 1000
  return measure > 0 ? measure : null
}

function attributeOf(name: string | null | undefined, value: string | null | undefined): ProductAttribute[] {
  return name?.trim() && value?.trim() ? [{ name: name.trim(), value: value.trim() }] : []
}

function addressOf(image: { urls?: string[] | null | undefined } | null | undefined): string | null {
  return image?.urls?.find((url) => URL.canParse(url)) ?? null
}
