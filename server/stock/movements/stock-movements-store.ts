/** Reads the movements of the stock ledger. */
import { sql } from 'kysely'
import type { MovementKind } from '../../../model/stock-movement.ts'
import type { Tx } from '../../db/database.ts'
import { isSeenPlace } from '../../warehouses/warehouses-store.ts'

export type MovementFilter = {
  ownerId: string
  /** Shops that the reader may see; empty: all. */
  visible: number[]
  skuId: number | null
  warehouseId: number | null
  kind: MovementKind | null
  from: Date | null
  /** The first moment that is not meant any more. */
  until: Date | null
}

export type MovementRow = {
  id: number
  at: Date
  kind: MovementKind
  skuId: number
  skuName: string | null
  warehouseId: number
  warehouseName: string | null
  onHandChange: number
  reservedChange: number
  availableAfter: number
  document: number | null
  userId: number | null
  userName: string | null
  reason: string | null
  shopId: number | null
  shopName: string | null
  orderId: number | null
  orderCode: string | null
  bundleId: number | null
  bundleName: string | null
}

/** Lists movements before a given one, the newest first. Of a SKU that no visible shop lists, none. */
export async function listMovements(
  tx: Tx,
  { ownerId, visible, skuId, warehouseId, kind, from, until }: MovementFilter,
  { after, limit }: { after: number | null; limit: number },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select m.id, m.at, m.kind, m.sku_id as "skuId", k.name as "skuName", m.warehouse_id as "warehouseId",
      w.name as "warehouseName", m.on_hand_change as "onHandChange", m.reserved_change as "reservedChange",
      m.available_after as "availableAfter", m.document, m.user_id as "userId", m.user_name as "userName", m.reason,
      s.id as "shopId", s.system_name as "shopName", o.id as "orderId",
      coalesce(o.short_code, o.channel_order_id) as "orderCode", b.id as "bundleId", b.name as "bundleName"
    from stock_movements m
    left join skus k on k.owner_id = ${ownerId} and k.id = m.sku_id
    left join skus b on b.owner_id = ${ownerId} and b.id = m.bundle_id
      and (cardinality(${visible}::bigint[]) = 0 or b.shop_ids && ${visible}::bigint[])
    left join warehouses w on w.owner_id = ${ownerId} and w.id = m.warehouse_id and ${isSeenPlace(ownerId, visible)}
    left join shops s on s.owner_id = ${ownerId} and s.id = m.shop_id
      and (cardinality(${visible}::bigint[]) = 0 or s.id = any(${visible}::bigint[]))
    left join orders o on o.owner_id = ${ownerId} and o.id = m.order_id and o.shop_id = s.id
    where m.owner_id = ${ownerId}
      and (${after}::bigint is null or m.id < ${after}::bigint)
      and (${skuId}::bigint is null or m.sku_id = ${skuId}::bigint)
      and (${warehouseId}::bigint is null or m.warehouse_id = ${warehouseId}::bigint)
      and (${kind}::text is null or m.kind = ${kind}::text)
      and (${from}::timestamptz is null or m.at >= ${from}::timestamptz)
      and (${until}::timestamptz is null or m.at < ${until}::timestamptz)
      and (cardinality(${visible}::bigint[]) = 0 or exists (select from product_skus p
        where p.owner_id = ${ownerId} and p.sku_id = m.sku_id and p.shop_id = any(${visible}::bigint[])))
    order by m.id desc limit ${limit}`.execute(tx)
  return rows
}
