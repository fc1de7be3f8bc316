import type { ProductPackage } from './product.ts'

/**
 * A listing to be created or changed on a channel: the seller's texts, the channel's ids. Amounts are minor units of the shop's
 * currency.
 */
export type ListingDraft = {
  name: string
  /** Clean HTML; a connector whose channel takes plain text strips it. */
  description: string
  /** Plain text for channels that show it beside the name; left out: the listing's own stays. */
  shortDescription?: string
  channelCategoryId: string
  /** Null where the product has no brand. */
  brand: { channelBrandId: string | null; name: string } | null
  /** Images as `uploadImage` returned them, the main image first. */
  images: ListingImage[]
  attributes: ListingAttribute[]
  package: ProductPackage
  /** Ids of DeliveryOption that are on; none where the channel decides. */
  deliveryIds: string[]
  isCashOnDelivery: boolean
  /** Names of what the SKUs differ in, in order; none for a product with a single SKU. */
  variantNames: string[]
  skus: ListingSku[]
}

/** `values` without an id are the seller's own words. */
export type ListingAttribute = {
  channelAttributeId: string
  values: { id: string | null; name: string; unit: string | null }[]
}

export type ListingSku = {
  /** The seller's own code, by which a listing is found again when the answer to its publishing was lost. */
  sellerSku: string
  /** One value per name of `variantNames`. */
  options: string[]
  price: number
  specialPrice: { price: number; from: Date; to: Date } | null
  quantity: number
  /** The quantity is the ledger's, which the shop's listings are kept in step with: it goes before the channel's own figure. */
  isStockKept?: boolean
  image: ListingImage | null
}

/** An image that the channel keeps. `id` is null where it knows images by their addresses. */
export type ListingImage = { id: string | null; url: string; alt?: string | undefined }

/** JPEG or PNG, as its bytes say. */
export type ImageFile = {
  bytes: Uint8Array<ArrayBuffer>
  mediaType: 'image/jpeg' | 'image/png'
  name: string
  /** Public address of the same bytes, for channels that fetch images by themselves; null: none. */
  url?: string | null
}

/** Fields of a listing that can be changed one by one. */
export const editableFields = ['name', 'description', 'images', 'package'] as const
export type EditableField = (typeof editableFields)[number]

/** Fields to be changed. A field that is left out stays as it is at the channel. */
export type ListingEdit = {
  name?: string
  /** Clean HTML; a connector whose channel takes plain text strips it. */
  description?: string
  /** All images, the main image first. Those that stay are named by their addresses in ChannelProduct; some are uploaded already. */
  images?: (string | ImageFile | ListingImage)[]
  /** A size that is null stays as it is. */
  package?: ProductPackage
}

/** A listing as the channel took it: the ids that stock, prices and orders know it by. */
export type PublishedListing = {
  channelProductId: string
  skus: { channelSkuId: string; sellerSku: string | null }[]
  /** The draft's images as the channel keeps them, where it copies them with the listing and not by `uploadImage`. */
  images?: ListingImage[]
  /** Attributes and pictures that the channel has kept although the draft has them no more, as ChannelError.fields names wrong ones. */
  kept?: { field: string; message: string; sellerSku?: string }[]
}
