import { sql } from 'kysely'
import type { ShopKey, Tx } from '../../db/database.ts'
import { freeStock, joinOffer, offeredStock } from '../../stock/push/offered-stock-store.ts'

/** Figures that the shop is offered of SKUs with these codes, by code. What was never counted is left out. */
export async function listFreeStock(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  codes: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; stock: number }>`
    select k.code, ${offeredStock(ownerId)} as stock
    from (select u.prime_sku as code, u.id as sku_id, ${shopId}::bigint as shop_id from skus u
      where u.owner_id = ${ownerId} and u.prime_sku = any(${codes}::text[])) k
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    ${joinOffer(ownerId)}
    where ${freeStock(ownerId)} is not null`.execute(tx)
  return new Map(rows.map(({ code, stock }) => [code, stock]))
}
