/** Kinds of events in the stream. The contract, the server and the browser read this one list. */
export const realtimeChannels = [
  'order.sync',
  'order.change',
  'settlement.change',
  'product.sync',
  'product.add',
  'product.change',
  'stock.change',
  'template.upload',
  'template.bulk',
  'shop.sync',
  'shop.change',
  'store.add',
  'user.add',
  'customer.rank',
  'notification.change',
  'plan.change',
  'export.orders',
  'export.products',
  'export.skus',
  'export.settlements',
  'export.customers',
  'export.shortlists',
  'export.sales.shop-detail',
  'export.sales.product-ranking',
  'export.products.product-ranking',
  'export.orders.location',
  'export.orders.shipping',
  'export.customers.statistic',
  'import.change',
  'export.audit',
  'export.account',
] as const
export type RealtimeChannel = (typeof realtimeChannels)[number]

/** Ids that one event names at most; one that names so many may be about others too. */
export const mostTold = 200
