/** A category of a channel, and its requirements for listings in it. Ids and names are the channel's. */
export type Category = {
  channelCategoryId: string
  /** Null at the root. */
  parentId: string | null
  name: string
  /** Only a leaf takes listings. */
  isLeaf: boolean
  /** The shop may not list here, for lack of an invitation for example. */
  isDisabled: boolean
}

export type CategoryAttribute = {
  channelAttributeId: string
  name: string
  isRequired: boolean
  /** Differs from SKU to SKU of one product: colour, size. */
  isVariant: boolean
  input: 'text' | 'number' | 'select' | 'multi' | 'date' | 'bool'
  /** Takes values that are not among the options. */
  isFreeText: boolean
  /** `id` is null where the channel knows a value by its name. */
  options: { id: string | null; name: string }[]
  units: string[]
  /** Most values that one listing may give; 1 unless the input is multi. */
  mostValues: number
}

export type Brand = { channelBrandId: string; name: string }

/** Limits of a channel for listings of a category; null where it states none. Lengths in characters, weights in kilograms. */
export type ListingRules = {
  name: Range | null
  description: Range | null
  images: Range | null
  /** In minor units. */
  price: Range | null
  mostSkus: number | null
  mostVariantAttributes: number | null
  variantValueLength: number | null
  isBrandRequired: boolean
  isPackageSizeRequired: boolean
  isCashOnDeliveryPossible: boolean
}

/** A channel that states no limit. */
export const noRules: ListingRules = {
  name: null,
  description: null,
  images: null,
  price: null,
  mostSkus: null,
  mostVariantAttributes: null,
  variantValueLength: null,
  isBrandRequired: false,
  isPackageSizeRequired: false,
  isCashOnDeliveryPossible: true,
}

export type Range = { min: number; max: number }

/** A courier service of the channel's that a listing may be sent with. */
export type DeliveryOption = {
  channelDeliveryId: string
  name: string
  isEnabled: boolean
  isCashOnDeliveryPossible: boolean
  /** The option behind which the channel itself sends this one. Null: sellers choose it. */
  maskedBy: string | null
  /** Kilograms. */
  heaviest: number | null
}
