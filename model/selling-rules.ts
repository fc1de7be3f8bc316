/** Rules of the specification about prices of single channels. */

/** Point of sale: its sale price is always blank, and special prices are not supported there. */
const pos = 3

export function hasSpecialPrices(platformId: number): boolean {
  return platformId !== pos
}
