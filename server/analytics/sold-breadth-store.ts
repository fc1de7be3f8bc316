/** Counts the products and SKUs that were sold at all, from sold_products and its sums. */
import { productStatusIds } from '../../model/product.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { ofSegment, type SegmentDays } from './segment-days-store.ts'
import { soldRows, type SoldQuery } from './sold-sums-store.ts'

/** `unlisted`: those of the products that no shop lists any more. */
export type SoldBreadth = { products: number; unlisted: number; skus: number; unsold: number }

/** `unsold`: active products of which no piece was sold. A listing that is known no more counts for itself. */
export async function countSoldBreadth(
  db: Database,
  ownerId: string,
  query: SegmentDays & { shops: number[] | undefined },
): Promise<SoldBreadth> {
  const { shops } = query
  const statement = new Statement(ownerId)
  const ofShops = (of: string) =>
    shops ? ` and ${of}.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  const sold = ofSegment(statement, query, ['sold_products'], soldListings(statement, query))
  statement.with(`known as materialized (${withProducts(sold)})`)
  const [found] = await db.hotRead<SoldBreadth>(
    ownerId,
    statement.finish(`select
      (count(distinct k.product_id) + count(*) filter (where k.product_id is null))::int as products,
      count(*) filter (where k.product_id is null)::int as unlisted,
      (count(distinct k.sku_id) + count(*) filter (where k.sku_id is null))::int as skus,
      (select count(*) from products p where p.owner_id = $1 and p.status = ${productStatusIds.active}${ofShops('p')}
        and not exists (select from known n where n.product_id = p.id))::int as unsold
      from known k`),
  )
  return found ?? { products: 0, unlisted: 0, skus: 0, unsold: 0 }
}

type Days = { from: string; to: string; timezone: string }

/** Selects the ids of the listed products of which pieces were sold. `shops` undefined: all. */
export function soldProducts(statement: Statement, days: Days, shops: number[] | undefined): string {
  const { from, to, timezone } = days
  const sold = soldListings(statement, { from, to, timezone, shops })
  return `select n.product_id from (${withProducts(sold)}) n where n.product_id is not null`
}

function soldListings(statement: Statement, query: SoldQuery): string {
  return `select p.shop_id, p.shop_sku from (${soldRows(statement, query)}) p group by 1, 2 having sum(p.pieces) > 0`
}

function withProducts(sold: string): string {
  return `select s.shop_id, s.shop_sku, k.product_id, k.sku_id from (${sold}) s left join lateral (
      select sku_id, product_id from product_skus where owner_id = $1 and shop_id = s.shop_id and shop_sku = s.shop_sku
      order by sku_id is null, id limit 1) k on true`
}
