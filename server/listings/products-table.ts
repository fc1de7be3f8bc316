/** Columns of products, as a channel reports them and as they follow from the variants. */
import type { ChannelProduct } from '../../model/product.ts'
import { json } from '../db/column-list.ts'

export const reportedColumns = {
  id: 'bigint',
  channelProductId: 'text',
  name: 'text',
  description: 'text?',
  status: 'smallint',
  channelStatus: 'text',
  currency: 'text',
  channelCategoryId: 'text?',
  brand: 'text?',
  images: json<string[]>(),
  attributes: json<ChannelProduct['attributes']>(),
  package: json<ChannelProduct['package']>(),
  url: 'text?',
  fulfillmentType: 'text?',
  inventoryType: 'text?',
  changedAt: 'timestamptz',
  digest: 'text',
} as const

export const productColumns = {
  ...reportedColumns,
  shopId: 'bigint',
  score: 'smallint?',
  priceMin: 'bigint?',
  priceMax: 'bigint?',
  stockLevel: 'smallint?',
  isLinked: 'boolean',
  hasRefusal: 'boolean',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const
