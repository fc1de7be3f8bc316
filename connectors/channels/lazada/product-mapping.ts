/** One product of Lazada's in our words. Pure: no calls, no clock. */
import { barcodeOf } from '../../../model/gtin.ts'
import { toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import type {
  ChannelProduct,
  ChannelSku,
  ProductAttribute,
  ProductPackage,
  ProductStatus,
} from '../../../model/product.ts'
import { isDeleted } from './product-wire.ts'
import type { LazadaProduct, LazadaQuantity, LazadaSku } from './product-wire.ts'
import { dateOf } from './wire.ts'

/** Shop of a product, which the product itself does not name. `country` as in `my`. */
type Shop = { currency: Currency; country: string }

/** Throws RangeError on amounts and times that are none, and on SKUs that are not told apart. */
export function toChannelProduct(product: LazadaProduct, shop: Shop): ChannelProduct {
  const { attributes, status, subStatus } = product
  // A deleted variant stays in the list; it is told only of a product that has no other.
  const left = product.skus.filter((sku) => !isDeleted(sku.Status))
  const skus = left.length > 0 ? left : product.skus
  const ids = skus.map((sku) => String(sku.SkuId))
  if (new Set(ids).size < ids.length) throw new RangeError('SkuId: one of them comes twice')
  const suspended = new Set(product.suspendedSkus?.map((sku) => String(sku.SkuId)))
  return {
    channelProductId: String(product.item_id),
    name: attributes.name,
    description: textOf(attributes.description) ?? textOf(attributes.short_description),
    status: statusOf(status, subStatus),
    channelStatus: subStatus ? `${status}, ${subStatus}` : status,
    currency: shop.currency,
    channelCategoryId: product.primary_category ? String(product.primary_category) : null,
    brand: brandOf(textOf(attributes.brand)),
    images: imagesOf(product.images),
    attributes: attributesOf(attributes),
    package: packageOf(skus),
    url: skus.find((sku) => sku.Url)?.Url ?? null,
    changedAt: changedAtOf(product),
    skus: skus.map((sku) => ({
      ...toSku(sku, product, shop),
      isActive: /^active$/i.test(sku.Status ?? 'active') && !suspended.has(String(sku.SkuId)),
    })),
  }
}

/** Active, InActive, Pending QC, Suspended, Deleted, RejectedQC, in spellings that vary; the second word says why not. */
function statusOf(word: string, reason: string | null | undefined): ProductStatus {
  const [status, why] = [word, reason ?? ''].map((part) => part.toLowerCase().replace(/[^a-z]/g, ''))
  if (isDeleted(status)) return 'deleted_on_channel'
  if (status === 'active' || status === 'live') return 'active'
  if (/suspend|lock|ban/.test(`${status} ${why}`)) return 'banned'
  if (/reject/.test(`${status} ${why}`)) return 'rejected'
  if (/pending/.test(status ?? '')) return 'pending_review'
  return status === 'draft' ? 'draft' : 'inactive'
}

function toSku(sku: LazadaSku, product: LazadaProduct, shop: Shop): Omit<ChannelSku, 'isActive'> {
  const price = toMinor(sku.price, shop.currency)
  const special = Number(sku.special_price ?? 0) === 0 ? 0 : toMinor(sku.special_price ?? 0, shop.currency)
  const period = {
    from: localTime(sku.special_from_time, shop) ?? localTime(sku.special_from_date, shop),
    to: localTime(sku.special_to_time, shop) ?? localTime(sku.special_to_date, shop, 'end'),
  }
  return {
    channelSkuId: String(sku.SkuId),
    // The name that an order's row has for what was bought.
    shopSku: sku.ShopSku || `${product.item_id}_${sku.SkuId}`,
    sellerSku: sku.SellerSku?.trim() || null,
    barcode: barcodeOf(textOf(sku.gtin)),
    options: optionsOf(sku, product),
    price,
    specialPrice: special > 0 && special < price ? { price: special, ...period } : null,
    stock: stockOf(sku),
    imageUrl: imagesOf(sku.Images)[0] ?? null,
  }
}

/**
 * Answers how many pieces can be bought now; null where Lazada says nothing about it. Throws RangeError on a value that is no
 * count.
 */
export function stockOf(sku: LazadaQuantity): number | null {
  const said = sku.Available ?? sku.quantity
  if (said === null || said === undefined || said === '') return null
  const count = Number(said)
  if (!Number.isInteger(count)) throw new RangeError(`not a count: ${String(said).slice(0, 40)}`)
  return Math.max(0, count)
}

/** The variation tells the order and the names for people; a value stands in saleProp or beside the SKU's own fields. */
function optionsOf(sku: LazadaSku, product: LazadaProduct): ProductAttribute[] {
  const values = { ...sku.saleProp }
  const axes = Object.entries(product.variation ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, axis]) => (axis.name ? { key: axis.name, label: axis.label || axis.name } : []))
  const named = new Set(axes.map(({ key }) => key))
  const others = Object.keys(values).filter((key) => !named.has(key))
  return [...axes, ...others.map((key) => ({ key, label: key }))].flatMap(({ key, label }) => {
    const value = textOf(values[key] ?? sku[key])
    return value === null ? [] : [{ name: label, value }]
  })
}

/**
 * Maps the attributes that a category defines, under their field names. Fields with a place of their own, and fields about
 * Lazada's work, are left out.
 */
function attributesOf(attributes: LazadaProduct['attributes']): ProductAttribute[] {
  const others = /^((name|(short_)?description)(_[a-z]{2})?|brand|source|video|delivery_option_.*)$/i
  return Object.entries(attributes).flatMap(([name, raw]) => {
    const value = others.test(name) ? null : textOf(raw)
    return value === null ? [] : [{ name, value }]
  })
}

function brandOf(brand: string | null): string | null {
  return brand === null || /^no ?brand$/i.test(brand) ? null : brand
}

function imagesOf(images: LazadaProduct['images']): string[] {
  if (Array.isArray(images)) return images.filter((image) => image !== '')
  if (!images) return []
  try {
    const list: unknown = JSON.parse(images)
    return Array.isArray(list)
      ? list.filter((image): image is string => !!image && typeof image === 'string')
      : []
  } catch {
    return [images]
  }
}

/** Each SKU has a parcel of its own; those of the first stand for the product. */
function packageOf([sku]: LazadaSku[]): ProductPackage {
  return {
    weight: sizeOf(sku?.package_weight),
    length: sizeOf(sku?.package_length),
    width: sizeOf(sku?.package_width),
    height: sizeOf(sku?.package_height),
  }
}

function sizeOf(value: string | number | null | undefined): number | null {
  const size = Number(value ?? 0)
  return size > 0 && Number.isFinite(size) ? size : null
}

function changedAtOf({ updated_time: time }: LazadaProduct): Date {
  const date = new Date(Number(time))
  if (Number.isNaN(date.getTime()) || date.getTime() <= 0)
    throw new RangeError(`updated_time: not a time: ${String(time).slice(0, 40)}`)
  return date
}

/** Answers by how many hours a country's clocks are ahead of UTC. */
export function hoursAhead(country: string): number {
  return Number(offsets[country]?.slice(0, 3) ?? 0)
}

const offsets: Record<string, string> = {
  my: '+08:00',
  sg: '+08:00',
  ph: '+08:00',
  vn: '+07:00',
  th: '+07:00',
  id: '+07:00',
}

/** "2026-07-11 17:43", or a day alone, which begins and ends at midnight. Null where none is given. */
function localTime(
  words: string | null | undefined,
  shop: Shop,
  edge: 'begin' | 'end' = 'begin',
): Date | null {
  const match = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(words?.trim() ?? '')
  const offset = offsets[shop.country]
  if (!match || !offset) return null
  const date = dateOf(`${match[1]} ${match[2] ?? '00:00'}${offset}`)
  return date && edge === 'end' && !match[2] ? new Date(date.getTime() + 24 * 3600 * 1000) : date
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
