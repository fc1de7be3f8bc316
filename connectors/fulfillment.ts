/** Ways to deliver an order to its buyer. Tiki names the first five; on other channels it is the seller or the marketplace. */
export const fulfillmentTypes = [
  'dropship',
  'tiki_delivery',
  'seller_delivery',
  'cross_border',
  'instant_delivery',
  'seller',
  'marketplace',
] as const

/** Locations of sold stock, as Tiki names them. */
export const inventoryTypes = [
  'instock',
  'backorder',
  'seller_backorder',
  'dropship',
  'cross_border',
] as const
