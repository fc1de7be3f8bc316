/** How an order is brought to its buyer. Tiki names the first five; of other channels it is the seller or the marketplace. */
export const fulfillmentTypes = [
  'dropship',
  'tiki_delivery',
  'seller_delivery',
  'cross_border',
  'instant_delivery',
  'seller',
  'marketplace',
] as const

/** Where what is sold lies, as Tiki says it. */
export const inventoryTypes = [
  'instock',
  'backorder',
  'seller_backorder',
  'dropship',
  'cross_border',
] as const
