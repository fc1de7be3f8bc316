/** A row of the SKU list, as the list's statement reads it and its presenter takes it. */
import { columnName, type JsonRow } from '../../db/column-list.ts'
import { createLists } from '../../db/list-statement.ts'

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

/** Pieces left of a bundle `s`, in the warehouses where all of its parts were counted. */
const freeOfBundle = `case when s.part_count > 0 then (
    select sum(f.free)::int from (
      select min(floor((h.on_hand - h.reserved)::numeric / m.quantity)) as free
      from sku_parts m join stock h on h.owner_id = $1 and h.sku_id = m.part_id
      where m.owner_id = $1 and m.bundle_id = s.id
      group by h.warehouse_id having count(*) = s.part_count) f) end`

/** Columns of the SKU `s` and its stock `t`. */
export const skuRowColumns = [
  ...Object.keys(rowOfSku).map((field) => `s.${columnName(field)}`),
  't.on_hand',
  't.reserved',
  `coalesce(${freeOfBundle}, t.on_hand - t.reserved) as available`,
  'coalesce(s.low_stock_threshold, (select low_stock_threshold from owners where owner_id = $1)) as threshold',
].join(', ')

export const skuRowFields = [...Object.keys(rowOfSku), ...Object.keys(ofOthers)] as (keyof ReadRow)[]
