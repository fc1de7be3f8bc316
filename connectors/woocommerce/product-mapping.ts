/** One product of a store's in our words. Pure: no calls, no clock. */
import { barcodeOf } from '../../model/gtin.ts'
import { toMinor } from '../../model/money.ts'
import type { Currency } from '../../model/money.ts'
import type {
  ChannelProduct,
  ChannelSku,
  ProductAttribute,
  ProductPackage,
  ProductStatus,
} from '../../model/product.ts'
import { dateOf, shopSkuOf } from './mapping.ts'
import type { StockRow, StoreProduct, StoreVariation } from './product-wire.ts'

/** Units of the store, in kilograms and centimetres; null where the store does not name them. */
export type Units = { weight: number | null; length: number | null }

export type ProductTerms = { currency: Currency; units: Units }

/** `variations` are those that the product has now; none makes it one SKU. */
export function toChannelProduct(
  product: StoreProduct,
  variations: StoreVariation[],
  { currency, units }: ProductTerms,
): ChannelProduct {
  return {
    channelProductId: String(product.id),
    name: product.name.trim() || product.sku?.trim() || `#${product.id}`,
    description: given(product.description) ?? given(product.short_description),
    status: statusOf(product, variations),
    channelStatus: product.status,
    currency,
    // The first, for the list does not tell which of them is the deepest.
    channelCategoryId: product.categories?.[0] ? String(product.categories[0].id) : null,
    brand: given(product.brands?.[0]?.name),
    images: (product.images ?? []).flatMap(({ src }) => addressOf(src) ?? []),
    attributes: attributesOf(product),
    package: packageOf(product, units),
    url: addressOf(product.permalink),
    changedAt: changedAtOf(product, variations),
    skus:
      variations.length === 0
        ? [toOnlySku(product, currency)]
        : inOrder(product, variations).map((variation) => toSku(product, variation, currency)),
  }
}

/** Source: "Product status" of the REST API v3 documentation; `trash` is what the bin holds. */
const statuses: Record<string, ProductStatus> = {
  publish: 'active',
  draft: 'draft',
  pending: 'pending_review',
  private: 'inactive',
  trash: 'deleted_on_channel',
}

/** A published product of which no variation is on sale cannot be bought. */
function statusOf(product: StoreProduct, variations: StoreVariation[]): ProductStatus {
  const status = statuses[product.status] ?? 'inactive'
  const isOffSale =
    variations.length > 0 && variations.every((one) => (one.status ?? 'publish') !== 'publish')
  return status === 'active' && isOffSale ? 'inactive' : status
}

function toOnlySku(product: StoreProduct, currency: Currency): ChannelSku {
  return {
    channelSkuId: String(product.id),
    shopSku: shopSkuOf(product.id, 0),
    sellerSku: given(product.sku),
    barcode: barcodeOf(product.global_unique_id),
    options: [],
    ...pricesOf(product, currency),
    stock: countedOf(product),
    imageUrl: null,
    // One that should have variations and has none cannot be bought.
    isActive: product.type !== 'variable',
  }
}

function toSku(product: StoreProduct, variation: StoreVariation, currency: Currency): ChannelSku {
  const sku = given(variation.sku)
  const barcode = barcodeOf(variation.global_unique_id)
  return {
    channelSkuId: String(variation.id),
    shopSku: shopSkuOf(product.id, variation.id),
    // A variation without codes of its own is shown with the product's, which all such variations share.
    sellerSku: sku === given(product.sku) ? null : sku,
    barcode: barcode === barcodeOf(product.global_unique_id) ? null : barcode,
    options: (variation.attributes ?? []).flatMap(({ name, option }) => attributeOf(name, option)),
    ...pricesOf(variation, currency),
    stock: countedOf(variation, product),
    imageUrl: addressOf(variation.image?.src),
    isActive: (variation.status ?? 'publish') === 'publish',
  }
}

/** Sorts variations as the seller arranged them, which is the order in which the product names them. */
function inOrder({ variations }: StoreProduct, rows: StoreVariation[]): StoreVariation[] {
  const place = new Map((variations ?? []).map((id, at) => [id, at]))
  const placeOf = ({ id }: StoreVariation) => place.get(id) ?? place.size
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
}

/**
 * Answers how many pieces the store would still sell; null where it does not count. `parent` counts for a variation that says so.
 */
export function countedOf(row: Omit<StockRow, 'id'>, parent?: Omit<StockRow, 'id'>): number | null {
  const { manage_stock: isManaged, stock_quantity: own } = row
  if (!isManaged) return null
  const left = isManaged === 'parent' ? (parent?.stock_quantity ?? own) : own
  return Math.max(0, Math.floor(left ?? 0))
}

function pricesOf(
  row: StoreProduct | StoreVariation,
  currency: Currency,
): Pick<ChannelSku, 'price' | 'specialPrice'> {
  const minor = (amount: string | number | null | undefined) =>
    amount === null || amount === undefined || amount === '' ? null : toMinor(amount, currency)
  const price = minor(row.regular_price) ?? minor(row.price) ?? 0
  const sale = minor(row.sale_price)
  if (sale === null || sale >= price) return { price, specialPrice: null }
  const { date_on_sale_from_gmt: from, date_on_sale_to_gmt: to } = row
  return {
    price,
    specialPrice: { price: sale, from: from ? dateOf(from) : null, to: to ? dateOf(to) : null },
  }
}

/** Lists the product's attributes without those that variations differ in. */
function attributesOf({ attributes }: StoreProduct): ProductAttribute[] {
  return (attributes ?? [])
    .filter(({ variation }) => !variation)
    .flatMap(({ name, options }) => attributeOf(name, options.join(', ')))
}

function attributeOf(name: string, value: string): ProductAttribute[] {
  return name.trim() && value.trim() ? [{ name: name.trim(), value: value.trim() }] : []
}

function packageOf({ weight, dimensions }: StoreProduct, units: Units): ProductPackage {
  return {
    weight: sizeOf(weight, units.weight),
    length: sizeOf(dimensions?.length, units.length),
    width: sizeOf(dimensions?.width, units.length),
    height: sizeOf(dimensions?.height, units.length),
  }
}

/** Rounded to what a scale and a ruler show, so that a conversion leaves no dust behind. */
function sizeOf(size: string | number | null | undefined, unit: number | null): number | null {
  const number = size === null || size === undefined || size === '' ? Number.NaN : Number(size)
  return unit !== null && number >= 0 ? Math.round(number * unit * 1000) / 1000 : null
}

/** A variation may be saved without the product, so that the latest change of any of them counts. */
function changedAtOf(product: StoreProduct, variations: StoreVariation[]): Date {
  const own = product.date_modified_gmt ?? product.date_created_gmt
  if (!own) throw new RangeError('date_modified_gmt: is missing')
  const times = variations.flatMap(({ date_modified_gmt: time }) => time ?? [])
  return dateOf([own, ...times].toSorted().at(-1) ?? own)
}

function given(words: string | null | undefined): string | null {
  return words?.trim() || null
}

function addressOf(address: string | null | undefined): string | null {
  return address && URL.canParse(address) ? address : null
}
