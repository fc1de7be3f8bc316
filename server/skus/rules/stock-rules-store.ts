/** Rules of SKUs about single shops, beside those shops' own. */
import { sql } from 'kysely'
import type { OwnStockRule, StockRule } from '../../../model/stock-offer.ts'
import type { Tx } from '../../db/database.ts'

export type StockRules = { own: OwnStockRule; ofShop: StockRule }

/** Undefined: there is no such SKU or shop, or the reader may not see it. */
export async function findStockRules(
  tx: Tx,
  ownerId: string,
  { skuId, shopId, visible }: { skuId: number; shopId: number; visible: number[] },
): Promise<StockRules | undefined> {
  const { rows } = await sql<StockRules>`
    select json_build_object('buffer', r.buffer, 'cap', r.cap, 'share', r.share) as own,
      json_build_object('buffer', s.stock_buffer, 'cap', s.stock_cap, 'share', s.stock_share) as "ofShop"
    from shops s
    left join sku_shop_rules r on r.owner_id = ${ownerId} and r.sku_id = ${skuId} and r.shop_id = s.id
    where s.owner_id = ${ownerId} and s.id = ${shopId} and (${visible.length === 0} or s.id = any(${visible}::bigint[]))
      and exists (select from skus k where k.owner_id = ${ownerId} and k.id = ${skuId} and k.merged_into is null
        and (${visible.length === 0} or k.shop_ids && ${visible}::bigint[]))`.execute(tx)
  return rows[0]
}

/** A rule that says nothing is no rule. */
export async function saveStockRule(
  tx: Tx,
  ownerId: string,
  { skuId, shopId, ...rule }: OwnStockRule & { skuId: number; shopId: number },
): Promise<void> {
  const { buffer, cap, share } = rule
  if (buffer === null && cap === null && share === null) {
    await sql`delete from sku_shop_rules
      where owner_id = ${ownerId} and sku_id = ${skuId} and shop_id = ${shopId}`.execute(tx)
    return
  }
  await sql`insert into sku_shop_rules (owner_id, sku_id, shop_id, buffer, cap, share)
    values (${ownerId}, ${skuId}, ${shopId}, ${buffer}, ${cap}, ${share})
    on conflict (owner_id, sku_id, shop_id) do update set buffer = excluded.buffer, cap = excluded.cap,
      share = excluded.share`.execute(tx)
}
