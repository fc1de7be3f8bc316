import type { Currency } from './money.ts'

/** One product as a connector reports it: our words, the channel's ids. Amounts are minor units of `currency`. */
export type ChannelProduct = {
  /** The channel's id of the product; with the shop, the key that makes saving it twice harmless. */
  channelProductId: string
  name: string
  description: string | null
  status: ProductStatus
  /** The channel's own word for the status, kept beside ours. */
  channelStatus: string
  currency: Currency
  /** The channel's id of the leaf category. */
  channelCategoryId: string | null
  brand: string | null
  /** Addresses, the main image first. */
  images: string[]
  attributes: ProductAttribute[]
  package: ProductPackage
  /** Address of the product's page for buyers. */
  url: string | null
  /** Channel's word for who delivers it; left out: the channel has none, and the seller does. */
  fulfillmentType?: string | null
  /** Channel's word for where it lies; left out: the channel has none. */
  inventoryType?: string | null
  /** The channel's own time of change. A report older than the stored one is ignored. */
  changedAt: Date
  /** At least one: a product without variants has one SKU without options. */
  skus: ChannelSku[]
}

export type ChannelSku = {
  /** The channel's id of the variant, as stock and price calls want it. Unique within the product. */
  channelSkuId: string
  /** SKU in an order's line: equal to OrderLine.shopSku, by which sales find their stock. */
  shopSku: string
  /** The seller's own code, trimmed; null where none was given. */
  sellerSku: string | null
  /** Digits of the GTIN, EAN or UPC as barcodeOf answers them; null where the channel has none, or one that is not valid. */
  barcode: string | null
  /** In the order of the channel: Colour: red, Size: M. */
  options: ProductAttribute[]
  price: number
  /** The reduced price and when it holds; an open end is null. */
  specialPrice: { price: number; from: Date | null; to: Date | null } | null
  /** Stock that the channel can still sell, net of its own reservations. Null if the channel counts none. */
  stock: number | null
  imageUrl: string | null
  isActive: boolean
}

export type ProductAttribute = { name: string; value: string }

/** Kilograms and centimetres. */
export type ProductPackage = {
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
}

/** Ids as the API and the screens have them. Source: docs/products.md. */
export const productStatusIds = {
  inactive: 0,
  active: 1,
  pending_review: 2,
  rejected: 3,
  banned: 4,
  deleted_on_channel: 5,
  draft: 6,
} as const

export type ProductStatus = keyof typeof productStatusIds

export const productStatuses = Object.keys(productStatusIds) as ProductStatus[]

export function productStatusOf(id: number): ProductStatus {
  const status = productStatuses.find((one) => productStatusIds[one] === id)
  if (!status) throw new Error(`no product status has the number ${id}`)
  return status
}
