/** Scanned pieces by line, and the scans that brought them. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type LineToScan = { orderId: number; position: number; quantity: number; scanned: number }

/** The lines of these orders, which are locked. */
export async function listLinesToScan(tx: Tx, ownerId: string, orderIds: number[]): Promise<LineToScan[]> {
  const { rows } = await sql<LineToScan>`
    select i.order_id as "orderId", i.position, i.quantity, coalesce(n.scanned, 0) as scanned
    from order_items i left join order_line_scans n
      on n.owner_id = ${ownerId} and n.order_id = i.order_id and n.position = i.position
    where i.owner_id = ${ownerId} and i.order_id = any(${orderIds}::bigint[])
    order by i.order_id, i.position`.execute(tx)
  return rows
}

type Scan = { orderId: number; scanId: string }

/** Notes the scans and answers those that were not noted before. */
export async function addOrderScans(tx: Tx, ownerId: string, scans: Scan[]): Promise<Set<string>> {
  const { rows } = await sql<{ scan_id: string }>`
    insert into order_scans (owner_id, order_id, scan_id)
    select ${ownerId}::uuid, r."orderId", r."scanId"
    from json_to_recordset(${JSON.stringify(scans)}::json) as r("orderId" bigint, "scanId" text)
    on conflict (owner_id, order_id, scan_id) do nothing returning scan_id`.execute(tx)
  return new Set(rows.map(({ scan_id: id }) => id))
}

export async function saveLineScans(tx: Tx, ownerId: string, lines: LineToScan[]): Promise<void> {
  await sql`insert into order_line_scans (owner_id, order_id, position, scanned)
    select ${ownerId}::uuid, r."orderId", r.position, r.scanned
    from json_to_recordset(${JSON.stringify(lines)}::json) as r("orderId" bigint, position smallint, scanned integer)
    on conflict (owner_id, order_id, position) do update set scanned = excluded.scanned`.execute(tx)
}

export async function saveScanned(
  tx: Tx,
  ownerId: string,
  orders: { id: number; scanned: number }[],
): Promise<void> {
  await sql`update orders o set scanned = r.scanned
    from json_to_recordset(${JSON.stringify(orders)}::json) as r(id bigint, scanned integer)
    where o.owner_id = ${ownerId} and o.id = r.id`.execute(tx)
}
