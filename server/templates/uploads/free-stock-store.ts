import { sql } from 'kysely'
import type { ShopKey, Tx } from '../../db/database.ts'
import { keysOf } from '../../skus/skus-store.ts'
import { freeStock, joinOffer, offeredStock } from '../../stock/push/offered-stock-store.ts'

/**
 * Figures that the shop is offered of SKUs with these codes, by code: those that listings with the codes are linked to. What was
 * never counted is left out.
 */
export async function listFreeStock(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  codes: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; stock: number }>`
    select k.code, ${offeredStock(ownerId)} as stock
    from (select distinct on (c.code) c.code, coalesce(u.merged_into, u.id) as sku_id, ${shopId}::bigint as shop_id
      from unnest(${codes}::text[]) as c(code)
      join skus u on u.owner_id = ${ownerId} and u.code_key = lower(c.code) and u.code_key = any(${keysOf(codes)})
      order by c.code, u.merged_into is not null, u.id desc) k
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    ${joinOffer(ownerId)}
    where ${freeStock(ownerId)} is not null`.execute(tx)
  return new Map(rows.map(({ code, stock }) => [code, stock]))
}
