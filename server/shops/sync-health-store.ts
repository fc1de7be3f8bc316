/** What a shop's page tells about its sync beside how far it is: what waits, and what the channel still takes. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Calls that could start at `at`, of those that the channel takes at once. */
export type CallBudget = { left: number; of: number; at: Date }

export type SyncHealth = { shopId: number; waiting: number; calls: CallBudget | null }

export async function listSyncHealth(tx: Tx, ownerId: string): Promise<SyncHealth[]> {
  const { rows } = await sql<{
    shopId: number
    waiting: number
    left: number | null
    of: number | null
    at: Date | null
  }>`
    select y.shop_id as "shopId", coalesce(h.waiting, 0)::int as waiting, y.calls_left as left, y.calls_of as of, y.calls_at as at
    from shop_syncs y
    left join (select shop_id, count(*) as waiting from sync_hints where owner_id = ${ownerId} group by shop_id) h
      on h.shop_id = y.shop_id
    where y.owner_id = ${ownerId}`.execute(tx)
  return rows.map(({ shopId, waiting, left, of, at }) => ({
    shopId,
    waiting,
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
