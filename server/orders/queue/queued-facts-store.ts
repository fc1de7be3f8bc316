/** Facts that the plan of a confirmation needs beside those that decide whether they allow it. */
import { sql } from 'kysely'
import type { PrintedOrder } from '../../../model/printing.ts'
import type { Tx } from '../../db/database.ts'

export type QueuedFacts = PrintedOrder & {
  id: number
  shopName: string
  courier: number | null
  provider: string | null
}

export async function listQueuedFacts(tx: Tx, ownerId: string, orderIds: number[]): Promise<QueuedFacts[]> {
  const { rows } = await sql<QueuedFacts>`
    select o.id, s.system_name as "shopName", o.courier, o.provider, o.status, o.is_digital as "isDigital",
      o.packed_at as "packedAt", o.printed_at as "printedAt", o.tracking_number as "trackingNumber",
      o.cancel_requested_at as "cancelRequestedAt"
    from orders o join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
    where o.owner_id = ${ownerId} and o.id = any(${orderIds}::bigint[])`.execute(tx)
  return rows
}
