/** Rules of the specification about prices of single channels. */

/** Point of sale: its sale price is always blank, and special prices are not supported there. */
const pos = 3

export function hasSpecialPrices(platformId: number): boolean {
  return platformId !== pos
}

const shopee = 2
const tiktok = 5

/** Key of the rule that a special price of this channel breaks whatever it is; null: the channel takes them. */
export function specialPriceRuleOf(platformId: number): string | null {
  if (platformId === pos) return 'field.pos_special_price'
  if (platformId === shopee) return 'field.shopee_special_price'
  return platformId === tiktok ? 'field.channel_special_price' : null
}
