/** A row of the product list, as the list's statement reads it and its presenter takes it. */
import { columnName, pick, type JsonRow } from '../../db/column-list.ts'
import { createLists, type ColumnLists } from '../../db/list-statement.ts'
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
type ListedVariant = VariantOfRow & { productId: number; shopIds: number[] | null }

type ChangesOfProduct = {
  productId: number
  /** Changes under way. */
  pending: number
  /** Words of the last refusal. */
  changeRefusal: string | null
}

const ofImages = { mainImage: 'text?' } as const

export type ReadRow = JsonRow<typeof rowOfProduct & typeof rowOfShop & typeof ofImages>

/** A product as the list shows it. */
export type ProductRow = ReadRow &
  Omit<ChangesOfProduct, 'productId'> & {
    variants: VariantOfRow[]
    /** Other shops that list its SKUs. */
    alsoIn: { shopId: number; platformId: number }[]
  }

export const variantLists = createLists<ListedVariant>([
  'productId',
  'sellerSku',
  'price',
  'specialPrice',
  'stock',
  'threshold',
  'refusal',
  'shopIds',
])
export const changeLists = createLists<ChangesOfProduct>(['productId', 'pending', 'changeRefusal'])

/** Read once for a page. `platforms`: of all shops, by their ids. */
export type BesideRows = {
  variants: ColumnLists
  changes: ColumnLists
  platforms: Record<number, number> | null
}

/** Gives the rows what was read beside them. @param visible shops that the reader may see; empty: all */
export function productRows(found: ReadRow[], beside: BesideRows, visible: number[]): ProductRow[] {
  const rows = found as ProductRow[]
  const variantsOf = Map.groupBy(variantLists.read(beside.variants), ({ productId }) => productId)
  const changesOf = Map.groupBy(changeLists.read(beside.changes), ({ productId }) => productId)
  const platforms = Object.entries(beside.platforms ?? {})
    .map(([id, platformId]) => ({ shopId: Number(id), platformId }))
    .filter(({ shopId }) => visible.length === 0 || visible.includes(shopId))
    .toSorted((a, b) => a.shopId - b.shopId)
  for (const row of rows) {
    const variants = variantsOf.get(row.id) ?? []
    const changes = changesOf.get(row.id) ?? []
    row.variants = variants
    row.pending = changes.reduce((sum, one) => sum + one.pending, 0)
    row.changeRefusal = changes.find((one) => one.changeRefusal !== null)?.changeRefusal ?? null
    row.alsoIn = platforms.filter(
      ({ shopId }) => shopId !== row.shopId && variants.some((one) => one.shopIds?.includes(shopId)),
    )
  }
  return rows
}

const columnsOf = (of: string, columns: object) =>
  Object.keys(columns).map((field) => `${of}.${columnName(field)}`)

/** Columns of the product `p` and its shop `s`. */
export const rowColumns = [
  ...columnsOf('p', rowOfProduct),
  ...columnsOf('s', rowOfShop),
  'p.images->>0 as main_image',
].join(', ')

export const rowFields = [
  ...Object.keys(rowOfProduct),
  ...Object.keys(rowOfShop),
  ...Object.keys(ofImages),
] as (keyof ReadRow)[]
