/** A row of the SKU list, as the list's statement reads it and its presenter takes it. */
import { columnName, json, type JsonRow } from '../../db/column-list.ts'

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
  systemName: string
  platformId: number
  price: number
  currency: string
}

const ofOthers = {
  onHand: 'integer?',
  reserved: 'integer?',
  available: 'integer?',
  threshold: 'integer',
  listings: json<ListingOfRow[] | null>(),
} as const

export type SkuRow = JsonRow<typeof rowOfSku & typeof ofOthers>

/** Columns of the SKU `s`, its stock `t`, what is left of a bundle `b`, its account `o` and its listings `l`. */
export const skuRowColumns = [
  ...Object.keys(rowOfSku).map((field) => `s.${columnName(field)}`),
  't.on_hand',
  't.reserved',
  'coalesce(b.free, t.on_hand - t.reserved) as available',
  'coalesce(s.low_stock_threshold, o.low_stock_threshold) as threshold',
  'l.listings',
].join(', ')

export const skuRowFields = [...Object.keys(rowOfSku), ...Object.keys(ofOthers)] as (keyof SkuRow)[]
