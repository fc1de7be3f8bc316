/** Figures that a shop's listings would be sent, before its stock is synced. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ShopKey } from '../../outbox/due-work-store.ts'
import { freeStock, joinOffer, offeredStock } from './offered-stock-store.ts'

export type StockPreview = {
  /** SKUs that are linked and on sale. */
  listings: number
  /** SKUs whose figure at the channel is another one. */
  changed: number
  /** SKUs that nothing was counted of here: the channel's figure is taken over. */
  uncounted: number
  first: { name: string; shopSku: string; before: number; after: number }[]
}

export async function previewStock(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  most: number,
): Promise<StockPreview> {
  const { rows } = await sql<StockPreview>`
    with told as (
      select p.name, k.shop_sku, k.channel_stock as before,
        case when ${freeStock(ownerId)} is not null then ${offeredStock(ownerId)} end as after
      from product_skus k join products p on p.owner_id = ${ownerId} and p.id = k.product_id
      join shops s on s.owner_id = ${ownerId} and s.id = ${shopId}
      ${joinOffer(ownerId)}
      where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.is_active and k.channel_stock is not null
    ), changes as (select * from told where after <> before order by abs(after - before) desc, shop_sku limit ${most})
    select (select count(*)::int from told) as listings,
      (select count(*)::int from told where after <> before) as changed,
      (select count(*)::int from told where after is null) as uncounted,
      coalesce((select json_agg(json_build_object('name', name, 'shopSku', shop_sku, 'before', before, 'after', after)
        order by abs(after - before) desc, shop_sku) from changes), '[]') as first`.execute(tx)
  return rows[0] ?? { listings: 0, changed: 0, uncounted: 0, first: [] }
}
