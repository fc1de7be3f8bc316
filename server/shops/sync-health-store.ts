/** What a shop's page tells about its sync beside how far it is: what waits, and what the channel still takes. */
import { sql } from 'kysely'
import { productStatusIds } from '../../model/product.ts'
import type { Tx } from '../db/database.ts'

/** Calls that could start at `at`, of those that the channel takes at once. */
export type CallBudget = { left: number; of: number; at: Date }

export type SyncHealth = {
  shopId: number
  waiting: number
  products: number
  productsError: string | null
  stockWaiting: number
  calls: CallBudget | null
}

export async function listSyncHealth(tx: Tx, ownerId: string): Promise<SyncHealth[]> {
  const { rows } = await sql<{
    shopId: number
    waiting: number
    products: number
    productsError: string | null
    stockWaiting: number
    left: number | null
    of: number | null
    at: Date | null
  }>`
    select y.shop_id as "shopId", coalesce(h.waiting, 0)::int as waiting,
      coalesce(p.products, 0)::int as products, s.error as "productsError",
      coalesce(t.open, 0)::int as "stockWaiting", y.calls_left as left, y.calls_of as of, y.calls_at as at
    from shop_syncs y
    left join (select shop_id, count(*) as waiting from sync_hints where owner_id = ${ownerId} group by shop_id) h
      on h.shop_id = y.shop_id
    left join (select shop_id, count(*) as products from products
        where owner_id = ${ownerId} and status <> ${productStatusIds.deleted_on_channel} group by shop_id) p
      on p.shop_id = y.shop_id
    left join product_syncs s on s.owner_id = ${ownerId} and s.shop_id = y.shop_id
    left join (select shop_id, count(*) as open from stock_pushes
        where owner_id = ${ownerId} and state in ('due', 'sent') group by shop_id) t
      on t.shop_id = y.shop_id
    where y.owner_id = ${ownerId}`.execute(tx)
  return rows.map(({ left, of, at, ...health }) => ({
    ...health,
    calls: left === null || of === null || at === null ? null : { left, of, at },
  }))
}

export async function saveCallBudget(
  tx: Tx,
  shop: { ownerId: string; shopId: number },
  { left, of, at }: CallBudget,
): Promise<void> {
  await sql`update shop_syncs set calls_left = ${left}, calls_of = ${of}, calls_at = ${at}
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId}`.execute(tx)
}

export type FailingItem = {
  type: 'order' | 'product' | 'stock'
  channel_id: string
  reason: string
  attempts: number
  first_failed_at: Date
  last_failed_at: Date
}

/** Whatever of a shop could not be taken in, or was refused by its channel; the latest first. */
export async function listFailing(
  tx: Tx,
  ownerId: string,
  shopId: number,
  paging: { limit: number; offset: number },
): Promise<{ rows: FailingItem[]; total: number }> {
  const { rows } = await sql<FailingItem & { total: number }>`
    select f.*, count(*) over () as total from (
      select 'order' as type, channel_order_id as channel_id, reason, attempts, first_failed_at, last_failed_at
      from sync_failures where owner_id = ${ownerId} and shop_id = ${shopId}
      union all
      select 'product', channel_product_id, reason, attempts, first_failed_at, last_failed_at
      from product_failures where owner_id = ${ownerId} and shop_id = ${shopId}
      union all
      select 'stock', k.shop_sku, coalesce(p.reason, ''), p.attempts + 1, p.wanted_at, p.check_at
      from stock_pushes p join product_skus k on k.owner_id = ${ownerId} and k.id = p.product_sku_id
      where p.owner_id = ${ownerId} and p.shop_id = ${shopId} and p.state = 'refused') f
    order by f.last_failed_at desc, f.type, f.channel_id limit ${paging.limit} offset ${paging.offset}`.execute(
    tx,
  )
  return { rows, total: rows[0]?.total ?? 0 }
}
