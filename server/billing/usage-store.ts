/** Counts an account's usage of its plan. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export type Usage = {
  startedAt: Date
  shops: number
  staff: number
  orders: number
  skus: number
  /** Bytes. Their lengths stand beside the rows, so that the files themselves are not read. */
  storage: number
}

/** `month`: its first day. Orders are read from what is kept; files and labels are removed after a month. */
export async function findUsage(tx: Tx, ownerId: string, month: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select created_at as "startedAt",
      (select count(*)::int from shops where owner_id = ${ownerId} and status = 1) as shops,
      (select count(*)::int from users where owner_id = ${ownerId} and status in (0, 1)) as staff,
      (select coalesce(sum(unpaid + pending + confirmed + ready_to_ship + shipped + delivered + canceled + returned + failed), 0)::int
        from order_counts where owner_id = ${ownerId} and span = 1 and since = ${month}::date) as orders,
      (select count(*)::int from skus where owner_id = ${ownerId} and merged_into is null) as skus,
      coalesce((select sum(octet_length(bytes)) from labels where owner_id = ${ownerId}), 0)
        + coalesce((select sum(octet_length(bytes)) from print_file_parts where owner_id = ${ownerId}), 0)
        + coalesce((select sum(octet_length(bytes)) from export_chunks where owner_id = ${ownerId}), 0)
        + coalesce((select sum(octet_length(bytes)) from shipment_photos where owner_id = ${ownerId}), 0)
        + coalesce((select sum(octet_length(bytes)) from listing_images where owner_id = ${ownerId}), 0)
        + coalesce((select sum(octet_length(bytes)) from avatars where owner_id = ${ownerId}), 0) as storage
    from owners where owner_id = ${ownerId}`.execute(tx)
  const [usage] = rows
  if (!usage) throw new Error(`no owner ${ownerId}`)
  return usage
}
