/** Parts of a listing that some platforms do not take, by the number of the platform. */

/** Keys of what is said where a platform takes no special price; 3 is the point of sale, whose sale price is always blank. */
const refusals: Partial<Record<number, string>> = {
  2: 'field.discount_price',
  3: 'field.pos_special_price',
  5: 'field.channel_special_price',
  6: 'field.channel_special_price',
  7: 'field.channel_special_price',
}
const pointOfSale = 3

export function hasSpecialPrices(platformId: number): boolean {
  return platformId !== pointOfSale
}

/** Key of the rule that a special price of this platform breaks whatever it is; null: the channel takes them. */
export function specialPriceRuleOf(platformId: number): string | null {
  return refusals[platformId] ?? null
}

/** Platforms whose calls replace a variant's own picture, but take none away. */
const keepPictures: readonly number[] = [1, 3, 4]
const withoutVariantPictures: readonly number[] = [6]

/** Key of why a change of a variant's own picture is not sent; null: it is. */
export function variantPictureRuleOf(platformId: number, isRemoved: boolean): string | null {
  if (withoutVariantPictures.includes(platformId)) return 'field.channel_no_variant_pictures'
  return isRemoved && keepPictures.includes(platformId) ? 'field.channel_keeps_picture' : null
}
