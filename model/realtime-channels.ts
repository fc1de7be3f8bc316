/** Kinds of events in the stream. The contract, the server and the browser read this one list. */
export const realtimeChannels = [
  'order.sync',
  'order.change',
  'product.sync',
  'product.add',
  'product.change',
  'template.upload',
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
  'export.customers',
  'import.change',
  'export.audit',
  'export.account',
] as const
export type RealtimeChannel = (typeof realtimeChannels)[number]
