/** Stock of a product by warehouse, and the brands of the products. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isSeenPlace } from '../../warehouses/warehouses-store.ts'

export type ProductLocation = {
  locationId: string | null
  warehouseId: number
  name: string
  onHand: number
  reserved: number
  threshold: number | null
}

/** Undefined: there is no such product. @param visible shops that the reader may see; empty: all */
export async function listLocations(
  tx: Tx,
  ownerId: string,
  productId: number,
  visible: number[],
): Promise<ProductLocation[] | undefined> {
  const { rows } = await sql<{ [K in keyof ProductLocation]: ProductLocation[K] | null }>`
    select w.id as "warehouseId", w.channel_warehouse_id as "locationId", w.name,
      sum(t.on_hand)::int as "onHand", sum(t.reserved)::int as reserved,
      max(coalesce(s.low_stock_threshold, o.low_stock_threshold))::int as threshold
    from products p
    join owners o on o.owner_id = ${ownerId}
    left join lateral (select distinct k.sku_id from product_skus k
      where k.owner_id = ${ownerId} and k.product_id = p.id and k.sku_id is not null) own on true
    left join skus s on s.owner_id = ${ownerId} and s.id = own.sku_id
    left join stock t on t.owner_id = ${ownerId} and t.sku_id = s.id
    left join warehouses w on w.owner_id = ${ownerId} and w.id = t.warehouse_id and ${isSeenPlace(ownerId, visible)}
    where p.owner_id = ${ownerId} and p.id = ${productId}
      and (${visible.length === 0} or p.shop_id = any(${visible}::bigint[]))
    group by w.id, w.channel_warehouse_id, w.name, w.is_default order by w.is_default desc nulls last, w.id`.execute(
    tx,
  )
  if (rows.length === 0) return undefined
  const counted = rows.flatMap(({ warehouseId, name, onHand, reserved, ...row }) =>
    warehouseId === null || name === null
      ? []
      : [{ ...row, warehouseId, name, onHand: onHand ?? 0, reserved: reserved ?? 0 }],
  )
  return counted.length > 0 ? counted : listPlaceOfShop(tx, ownerId, productId)
}

/** Figures of the channel for products that were never counted, at the place that the shop is, as a point of sale is one. */
async function listPlaceOfShop(tx: Tx, ownerId: string, productId: number): Promise<ProductLocation[]> {
  const { rows } = await sql<ProductLocation>`
    select w.id as "warehouseId", w.channel_warehouse_id as "locationId", w.name,
      sum(k.channel_stock)::int as "onHand", 0 as reserved,
      max(coalesce(u.low_stock_threshold, o.low_stock_threshold))::int as threshold
    from product_skus k
    join owners o on o.owner_id = ${ownerId}
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    join warehouses w on w.owner_id = ${ownerId} and w.id = s.warehouse_id and w.shop_id = s.id and w.kind = 'physical'
    left join skus u on u.owner_id = ${ownerId} and u.id = k.sku_id
    where k.owner_id = ${ownerId} and k.product_id = ${productId} and k.channel_stock is not null
    group by w.id, w.channel_warehouse_id, w.name`.execute(tx)
  return rows
}

export async function listBrands(
  tx: Tx,
  ownerId: string,
  { shops, keyword, limit }: { shops: number[] | undefined; keyword: string; limit: number },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select min(p.id) as id, p.brand as name from products p
    where p.owner_id = ${ownerId} and p.brand <> ''
      and (${shops === undefined} or p.shop_id = any(${shops ?? []}::bigint[]))
      and position(lower(${keyword}::text) in lower(p.brand)) > 0
    group by p.brand order by lower(p.brand), p.brand limit ${limit}`.execute(tx)
  return rows
}
