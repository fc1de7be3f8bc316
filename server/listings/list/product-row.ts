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
    'fulfillmentType',
    'inventoryType',
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

/** `shopIds`: shops that list its SKU, the product's own among them; null: it has none. */
type ListedVariant = VariantOfRow & { shopIds: number[] | null }

const ofVariants = {
  mainImage: 'text?',
  variants: json<ListedVariant[] | null>(),
  pending: 'integer',
  changeRefusal: 'text?',
} as const

export type ReadRow = JsonRow<typeof rowOfProduct & typeof rowOfShop & typeof ofVariants>

/** A product as the list and its own page show it. */
export type ProductRow = Omit<ReadRow, 'variants'> & {
  variants: VariantOfRow[] | null
  /** Other shops that list its SKUs. */
  alsoIn: { shopId: number; platformId: number }[]
}

/** @param platforms of all shops, by their ids. @param visible shops that the reader may see; empty: all */
export function withOtherShops(
  row: ReadRow,
  platforms: Record<number, number>,
  visible: ReadonlySet<number>,
): ProductRow {
  const shopIds = new Set((row.variants ?? []).flatMap((one) => one.shopIds ?? []))
  const others = [...shopIds].filter((id) => id !== row.shopId && (visible.size === 0 || visible.has(id)))
  const alsoIn = others
    .toSorted((a, b) => a - b)
    .flatMap((shopId) => {
      const platformId = platforms[shopId]
      return platformId === undefined ? [] : [{ shopId, platformId }]
    })
  return { ...row, alsoIn }
}

const columnsOf = (of: string, columns: object) =>
  Object.keys(columns).map((field) => `${of}.${columnName(field)}`)

/** Columns of the product `p`, its shop `s` and its variants `v`. */
export const rowColumns = [
  ...columnsOf('p', rowOfProduct),
  ...columnsOf('s', rowOfShop),
  'p.images->>0 as main_image',
  'v.variants',
  'w.pending',
  'w.change_refusal',
].join(', ')

export const rowFields = [
  ...Object.keys(rowOfProduct),
  ...Object.keys(rowOfShop),
  ...Object.keys(ofVariants),
] as (keyof ReadRow)[]
