/** Keeps what became of pushes, for the timeline of a SKU. One statement for a batch; removed by their age (retention). */
import { sql } from 'kysely'
import type { PushEventKind } from '../../../model/stock-movement.ts'
import { withIds, type Tx } from '../../db/database.ts'

export type PushEvent = {
  kind: PushEventKind
  /** Listing that was sent the figure. */
  listingId: number
  figure: number
  /** Shown by the channel instead. */
  shown: number | null
  reason: string | null
  attempts: number
}

/** Notes them for the SKUs of the listings. One that was unlinked meanwhile has none. */
export async function savePushEvents(tx: Tx, ownerId: string, events: PushEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`insert into stock_push_events (owner_id, id, sku_id, shop_id, kind, figure, shown, reason, attempts, target_at, at)
    select ${ownerId}::uuid, r.id, k.sku_id, k.shop_id, r.kind, r.figure, r.shown, r.reason, r.attempts, p.target_at,
      ${new Date()}::timestamptz
    from json_to_recordset(${JSON.stringify(await withIds(tx, events))}::json) as r(id bigint, kind text, "listingId" bigint,
      figure integer, shown integer, reason text, attempts smallint)
    join product_skus k on k.owner_id = ${ownerId} and k.id = r."listingId" and k.sku_id is not null
    join stock_pushes p on p.owner_id = ${ownerId} and p.product_sku_id = k.id
    on conflict (owner_id, id) do nothing`.execute(tx)
}
