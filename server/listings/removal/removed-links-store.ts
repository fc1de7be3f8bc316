/** SKUs of variants that have been deleted, by the channel's code: what was sold of them is still theirs. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type RemovedLink = { shopId: number; shopSku: string; skuId: number | null }

export async function noteRemovedLinks(tx: Tx, ownerId: string, variants: RemovedLink[]): Promise<void> {
  const links = variants.filter(({ skuId }) => skuId !== null)
  if (links.length === 0) return
  await sql`insert into removed_links as r (owner_id, shop_id, shop_sku, sku_id)
    select distinct on (v."shopId", v."shopSku") ${ownerId}::uuid, v."shopId", v."shopSku", v."skuId"
    from json_to_recordset(${JSON.stringify(links)}::json) as v("shopId" bigint, "shopSku" text, "skuId" bigint)
    order by v."shopId", v."shopSku"
    on conflict (owner_id, shop_id, shop_sku) do update set sku_id = excluded.sku_id`.execute(tx)
}

/** SQL: shop_id, shop_sku and sku_id of the account `$1`. A variant that is there again has the link that it has now; a merged SKU is the one it went into. */
export const removedLinks = `select r.shop_id, r.shop_sku, coalesce(m.merged_into, m.id) as sku_id from removed_links r
  join skus m on m.owner_id = $1 and m.id = r.sku_id
  where r.owner_id = $1 and not exists (select from product_skus v
    where v.owner_id = $1 and v.shop_id = r.shop_id and v.shop_sku = r.shop_sku)`
