import { sql } from 'kysely'
import type { ShopKey, Tx } from '../../db/database.ts'
import { keysOf } from '../../skus/skus-store.ts'
import { freeStock, joinOffer, offeredStock } from '../../stock/push/offered-stock-store.ts'

/** `isKept`: the shop's listings are kept in step with the ledger. */
export type FreeStock = { stock: number; isKept: boolean }

/**
 * Figures that the shop is offered of SKUs with these codes, by code: of the SKU that the variant with the code is linked to in
 * this listing, also where somebody linked it by hand, else of the SKU with the code. What was never counted is left out, and so is
 * a variant that somebody took off its SKU.
 */
export async function listFreeStock(
  tx: Tx,
  { ownerId, shopId, channelProductId = null }: ShopKey & { channelProductId?: string | null },
  codes: string[],
): Promise<Map<string, FreeStock>> {
  // Citus crashes where a left join compares with null, so a listing that is not there yet has an id that no channel gives.
  const listing = channelProductId ?? ''
  const { rows } = await sql<FreeStock & { code: string }>`
    select k.code, ${offeredStock(ownerId)} as stock, s.is_stock_sync as "isKept"
    from (select distinct on (c.code) c.code, ${shopId}::bigint as shop_id,
        case when v.id is null then coalesce(u.merged_into, u.id) else v.sku_id end as sku_id
      from unnest(${codes}::text[]) as c(code)
      left join products p on p.owner_id = ${ownerId} and p.shop_id = ${shopId} and p.channel_product_id = ${listing}
      left join product_skus v on v.owner_id = ${ownerId} and v.product_id = p.id and lower(v.seller_sku) = lower(c.code)
      left join skus u on u.owner_id = ${ownerId} and u.code_key = lower(c.code) and u.code_key = any(${keysOf(codes)})
      order by c.code, u.merged_into is not null, u.id desc, v.position) k
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    ${joinOffer(ownerId)}
    where ${freeStock(ownerId)} is not null`.execute(tx)
  return new Map(rows.map(({ code, ...row }) => [code, row]))
}
