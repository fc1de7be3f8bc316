/** The figure that a listing's shop is offered, as model/stock-offer.ts computes it: written in SQL once, for all that compare it. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Joins to a listing `k` of a shop `s`: its SKU `own`, the SKU's stock `t` in the warehouse that the shop sells from, and the SKU's
 * rule `r` in this shop.
 */
export const joinOffer = (ownerId: string): RawBuilder<unknown> => sql`
    left join skus own on own.owner_id = ${ownerId} and own.id = k.sku_id
    left join warehouses d on d.owner_id = ${ownerId} and d.is_default
    left join stock t on t.owner_id = ${ownerId} and t.sku_id = k.sku_id
      and t.warehouse_id = coalesce(s.warehouse_id, d.id)
    left join sku_shop_rules r on r.owner_id = ${ownerId} and r.sku_id = k.sku_id and r.shop_id = k.shop_id`

/** Pieces left to sell; null: never counted. A bundle, and it alone, has its parts looked up. */
export const freeStock = (
  ownerId: string,
): RawBuilder<number | null> => sql`(case when own.part_count > 0 then (
      select case when bool_and(h.sku_id is not null)
        then min(floor((h.on_hand - h.reserved)::numeric / m.quantity))::int end
      from sku_parts m left join stock h on h.owner_id = ${ownerId} and h.sku_id = m.part_id
        and h.warehouse_id = coalesce(s.warehouse_id, d.id)
      where m.owner_id = ${ownerId} and m.bundle_id = k.sku_id)
    else t.on_hand - t.reserved end)`

/** Only where freeStock is known: `greatest(0, null)` is 0. */
export const offeredStock = (
  ownerId: string,
): RawBuilder<number> => sql`least(coalesce(r.cap, s.stock_cap), greatest(0,
      ${freeStock(ownerId)}::bigint * coalesce(r.share, s.stock_share) / 100 - coalesce(r.buffer, s.stock_buffer)))::int`

/** SKUs with the bundles that contain them: whatever changes a part's figure changes theirs. In ascending order. */
export const withBundles = (ownerId: string, skuIds: number[]): RawBuilder<unknown> => sql`
  (select unnest(${skuIds}::bigint[]) as id
    union select bundle_id from sku_parts where owner_id = ${ownerId} and part_id = any(${skuIds}::bigint[]) order by id)`

/** Pieces left to sell of bundles, by warehouse, where all of their parts `m` are counted. */
export const bundleStock = (ownerId: string, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select m.bundle_id as sku_id, min(floor((h.on_hand - h.reserved)::numeric / m.quantity))::int as free
  from sku_parts m
  join skus c on c.owner_id = ${ownerId} and c.id = m.bundle_id
  join stock h on h.owner_id = ${ownerId} and h.sku_id = m.part_id
  where m.owner_id = ${ownerId} and ${which}
  group by m.bundle_id, h.warehouse_id having count(*) = max(c.part_count)`

/** Waits for those who move the figures of these SKUs, or of their parts, and keeps others from it until the transaction ends. */
export async function awaitStock(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  await sql`select from stock t where t.owner_id = ${ownerId} and t.sku_id in (
      select unnest(${skuIds}::bigint[])
      union select part_id from sku_parts where owner_id = ${ownerId} and bundle_id = any(${skuIds}::bigint[]))
    order by t.sku_id, t.warehouse_id for share`.execute(tx)
}
