/** Weights and dimensions of an order's products, as far as channels report them. */
import { sql } from 'kysely'
import type { ProductPackage } from '../../model/product.ts'
import type { Tx } from '../db/database.ts'

/** A line of an order. Null: no channel knows how heavy one piece is. */
export type MeasuredLine = { shopSku: string; quantity: number; package: ProductPackage | null }

/** Lists the lines with the measures of the order's own listing; else those of the latest changed listing of the same SKU. */
export async function measureGoods(tx: Tx, ownerId: string, orderId: number): Promise<MeasuredLine[]> {
  const { rows } = await sql<MeasuredLine>`
    select i.shop_sku as "shopSku", i.quantity, found.package
    from orders o join order_items i on i.owner_id = ${ownerId} and i.order_id = o.id
    left join lateral (
      select p.package from product_skus own
      join product_skus k on k.owner_id = ${ownerId} and (k.id = own.id or k.sku_id = own.sku_id)
      join products p on p.owner_id = ${ownerId} and p.id = k.product_id
      where own.owner_id = ${ownerId} and own.shop_id = o.shop_id and own.shop_sku = i.shop_sku
        and p.package->>'weight' is not null
      order by k.id = own.id desc, p.changed_at desc limit 1) found on true
    where o.owner_id = ${ownerId} and o.id = ${orderId} order by i.position`.execute(tx)
  return rows
}
