/** Changes of listings that people request. Amounts are minor units of the shop's currency, instants ISO text. */
import type { Permission } from './permissions.ts'
import type { ProductPackage } from './product.ts'

export const listingChangeKinds = [
  'set_prices',
  'set_active',
  'edit_texts',
  'edit_package',
  'edit_images',
  'remove',
] as const
export type ListingChangeKind = (typeof listingChangeKinds)[number]

/** Right that a kind of change needs. */
export const permissionOfChange = {
  set_prices: 'products.edit',
  set_active: 'products.status',
  edit_texts: 'products.edit',
  edit_package: 'products.edit',
  edit_images: 'products.edit',
  remove: 'products.delete',
} as const satisfies Record<ListingChangeKind, Permission>

/** Fields of a listing that a channel may take. */
export const changeableFields = [
  'price',
  'special_price',
  'status',
  'name',
  'description',
  'images',
  'package',
  'remove',
] as const
export type ChangeableField = (typeof changeableFields)[number]

export type SpecialPrice = { price: number; from: string | null; to: string | null }

/** Fields that a change concerns, on either side of it. */
export type ListingFields = {
  price?: number
  /** Null: none. */
  specialPrice?: SpecialPrice | null
  isActive?: boolean
  name?: string
  /** HTML; before the change as the channel has it. */
  description?: string
  package?: ProductPackage
  /** Addresses at the channel, and names of uploaded images. */
  images?: string[]
  isRemoved?: boolean
}

/** Key of the rule that a special price breaks; null: nothing is wrong with it. */
export function specialPriceRule(
  price: number,
  special: { price: number; from: Date; to: Date },
  now: Date,
): { field: 'price' | 'from' | 'to'; rule: string } | null {
  if (special.price >= price) return { field: 'price', rule: 'field.special_below_price' }
  if (special.price * 2 <= price) return { field: 'price', rule: 'field.special_above_half' }
  if (special.from >= special.to) return { field: 'from', rule: 'field.special_dates' }
  if (special.to <= now) return { field: 'to', rule: 'field.special_over' }
  return null
}
