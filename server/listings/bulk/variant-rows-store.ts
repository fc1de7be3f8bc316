/** Variants in the order of the product list, as rows of a grid: one statement for a page of products. */
import { columnName, json, pick, type JsonRow } from '../../db/column-list.ts'
import type { Database } from '../../db/database.ts'
import { createListRead } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import type { ProductFilter, ProductPaging } from '../list/product-filter.ts'
import { productPage } from '../list/product-list-store.ts'
import { productColumns } from '../products-table.ts'

const ofProduct = pick(productColumns, 'shopId', 'name', 'currency', 'status', 'updatedAt')
const ofVariant = {
  id: 'bigint',
  productId: 'bigint',
  sellerSku: 'text?',
  skuId: 'bigint?',
  options: json<{ name: string; value: string }[]>(),
  price: 'bigint',
  specialPrice: json<{ price: number; from: string | null; to: string | null } | null>(),
} as const
const computed = { imageUrl: 'text?', threshold: 'integer?', isPending: 'boolean' } as const

export type VariantRow = JsonRow<typeof ofProduct & typeof ofVariant & typeof computed>

const fields = [
  ...Object.keys(ofProduct),
  ...Object.keys(ofVariant),
  ...Object.keys(computed),
] as (keyof VariantRow)[]

const columnsOf = (of: string, columns: object) =>
  Object.keys(columns).map((field) => `${of}.${columnName(field)}`)

const readVariants = createListRead<VariantRow>(fields)

export async function listVariantRows(
  db: Database,
  filter: ProductFilter,
  paging: ProductPaging,
): Promise<VariantRow[]> {
  const statement = new Statement(filter.ownerId)
  const page = productPage(statement, filter, paging)
  const selected = [
    ...columnsOf('p', ofProduct),
    ...columnsOf('k', ofVariant),
    'coalesce(k.image_url, p.images->>0) as image_url',
    'case when sku.id is not null then coalesce(sku.low_stock_threshold, o.low_stock_threshold) end as threshold',
    `exists (select from listing_changes c where c.owner_id = $1 and c.product_id = p.id
      and c.variant_id in (0, k.id) and c.state in ('queued', 'running')) as is_pending`,
  ]
  const { rows } = await readVariants(db, filter.ownerId, statement, {
    rows: `select p.owner_id, ${selected.join(', ')} from (${page}) page
      cross join lateral (select * from products where owner_id = $1 and id = page.id limit 1) p
      join owners o on o.owner_id = $1
      join product_skus k on k.owner_id = $1 and k.product_id = p.id
      left join skus sku on sku.owner_id = $1 and sku.id = k.sku_id
      order by p.updated_at desc, p.id desc, k.position, k.id`,
    counts: `'{}'::json`,
  })
  return rows
}
