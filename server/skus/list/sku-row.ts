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

/** Pieces left of a bundle `s`, in the warehouses where all of its parts were counted. */
const freeOfBundle = `case when s.part_count > 0 then (
    select sum(f.free)::int from (
      select min(floor((h.on_hand - h.reserved)::numeric / m.quantity)) as free
      from sku_parts m join stock h on h.owner_id = $1 and h.sku_id = m.part_id
      where m.owner_id = $1 and m.bundle_id = s.id
      group by h.warehouse_id having count(*) = s.part_count) f) end`

/** Columns of the SKU `s`, its stock `t` and its listings `l`. */
export const skuRowColumns = [
  ...Object.keys(rowOfSku).map((field) => `s.${columnName(field)}`),
  't.on_hand',
  't.reserved',
  `coalesce(${freeOfBundle}, t.on_hand - t.reserved) as available`,
  'coalesce(s.low_stock_threshold, (select low_stock_threshold from owners where owner_id = $1)) as threshold',
  'l.listings',
].join(', ')

export const skuRowFields = [...Object.keys(rowOfSku), ...Object.keys(ofOthers)] as (keyof SkuRow)[]
