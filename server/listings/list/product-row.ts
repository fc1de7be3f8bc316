/** A row of the product list, as the list's statement reads it and its presenter takes it. */
import { columnName, json, pick, type JsonRow } from '../../db/column-list.ts'
import { productColumns } from '../products-table.ts'

const rowOfProduct = {
  ...pick(
    productColumns,
    'id',
    'shopId',
    'channelProductId',
    'name',
    'status',
    'currency',
    'url',
    'score',
    'priceMin',
    'priceMax',
    'stockLevel',
    'isLinked',
    'hasRefusal',
    'createdAt',
    'updatedAt',
  ),
} as const
const rowOfShop = { systemName: 'text', platformId: 'smallint' } as const

/** A variant as the list shows it. Amounts in minor units, instants as ISO text. */
export type VariantOfRow = {
  sellerSku: string | null
  price: number
  specialPrice: { price: number; from: string | null; to: string | null } | null
  /** Pieces that the shop can sell; null: never counted, and the channel tells none. */
  stock: number | null
  threshold: number | null
  refusal: string | null
}

const ofVariants = {
  mainImage: 'text?',
  variants: json<VariantOfRow[] | null>(),
  alsoIn: json<{ shopId: number; platformId: number }[] | null>(),
  pending: 'integer',
  changeRefusal: 'text?',
} as const

export type ProductRow = JsonRow<typeof rowOfProduct & typeof rowOfShop & typeof ofVariants>

const columnsOf = (of: string, columns: object) =>
  Object.keys(columns).map((field) => `${of}.${columnName(field)}`)

/** Columns of the product `p`, its shop `s` and its variants `v`. */
export const rowColumns = [
  ...columnsOf('p', rowOfProduct),
  ...columnsOf('s', rowOfShop),
  'p.images->>0 as main_image',
  'v.variants',
  'a.also_in',
  'w.pending',
  'w.change_refusal',
].join(', ')

export const rowFields = [
  ...Object.keys(rowOfProduct),
  ...Object.keys(rowOfShop),
  ...Object.keys(ofVariants),
] as (keyof ProductRow)[]
