/** A row of the SKU list, as the list's statement reads it and its presenter takes it. */
import { columnName, type JsonRow } from '../../db/column-list.ts'
import { createLists } from '../../db/list-statement.ts'
import { availableOfSku } from '../parts/parts-store.ts'

const rowOfSku = {
  id: 'bigint',
  primeSku: 'text',
  name: 'text',
  imageUrl: 'text?',
  barcode: 'text?',
  bin: 'text?',
  stockLevel: 'smallint?',
  partCount: 'smallint',
  cost: 'bigint?',
  costCurrency: 'text?',
  costMethod: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const

/** A listing as a list shows it. The price in minor units. */
export type ListingOfRow = {
  productId: number
  name: string
  shopId: number
  price: number
  currency: string
}

const ofOthers = {
  onHand: 'integer?',
  reserved: 'integer?',
  available: 'integer?',
  threshold: 'integer',
} as const

export type ReadRow = JsonRow<typeof rowOfSku & typeof ofOthers>
export type SkuRow = ReadRow & { listings: ListingOfRow[] }

/** Listings of all SKUs of a page, which its rows are given afterwards. */
export const listingLists = createLists<ListingOfRow & { skuId: number }>([
  'skuId',
  'productId',
  'name',
  'shopId',
  'price',
  'currency',
])

/** Columns of the SKU `s` and its stock `t`. */
export const skuRowColumns = [
  ...Object.keys(rowOfSku).map((field) => `s.${columnName(field)}`),
  't.on_hand',
  't.reserved',
  `${availableOfSku} as available`,
  'coalesce(s.low_stock_threshold, (select low_stock_threshold from owners where owner_id = $1)) as threshold',
].join(', ')

export const skuRowFields = [...Object.keys(rowOfSku), ...Object.keys(ofOthers)] as (keyof ReadRow)[]
