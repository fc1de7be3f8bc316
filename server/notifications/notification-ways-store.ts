/** Delivery of each notification type, chosen by each user. Types without a row go to the bell. */
import { sql } from 'kysely'
import type { NotificationType, NotificationWay } from '../../model/notification.ts'
import type { Tx } from '../db/database.ts'

export type ReaderKey = { ownerId: string; userId: number }
export type Ways = Map<NotificationType, NotificationWay>

export async function listWays(tx: Tx, { ownerId, userId }: ReaderKey): Promise<Ways> {
  const { rows } = await sql<{ type: NotificationType; way: NotificationWay }>`
    select type, way from notification_ways where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
  return new Map(rows.map(({ type, way }) => [type, way]))
}

/** Types that are left out stay as they are. */
export async function saveWays(tx: Tx, { ownerId, userId }: ReaderKey, ways: Ways): Promise<void> {
  const rows = [...ways].map(([type, way]) => ({ type, way })).toSorted((a, b) => (a.type < b.type ? -1 : 1))
  await sql`insert into notification_ways (owner_id, user_id, type, way)
    select ${ownerId}::uuid, ${userId}::bigint, r.type, r.way
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(type text, way text)
    on conflict (owner_id, user_id, type) do update set way = excluded.way`.execute(tx)
}
