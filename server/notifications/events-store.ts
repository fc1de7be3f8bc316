/** What browsers are told. An event is stored by the transaction that it speaks of and announced when that commits. */
import { sql } from 'kysely'
import type { RealtimeChannel } from '../../contract/realtime.ts'
import type { Database, Tx } from '../db/database.ts'

export type StoredEvent = {
  id: number
  ownerId: string
  channel: RealtimeChannel
  shopId: number | null
  value: unknown
  at: Date
}

const columns = sql.raw('id, owner_id as "ownerId", channel, shop_id as "shopId", value, at')

export async function saveEvent(
  tx: Tx,
  event: { ownerId: string; channel: RealtimeChannel; shopId: number | null; value: object },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into events (owner_id, channel, shop_id, value, at)
    values (${event.ownerId}, ${event.channel}, ${event.shopId}, ${JSON.stringify(event.value)}::jsonb, ${new Date()})
    returning id`.execute(tx)
  await sql`select pg_notify('events', ${String(rows[0]?.id)})`.execute(tx)
}

export async function listEvents(db: Database, ids: number[]): Promise<StoredEvent[]> {
  return db.local(async (tx) => {
    const { rows } =
      await sql<StoredEvent>`select ${columns} from events where id = any(${ids}::bigint[]) order by id`.execute(
        tx,
      )
    return rows
  })
}

/** What a reader missed since an event, oldest first. */
export async function listEventsSince(db: Database, ownerId: string, id: number): Promise<StoredEvent[]> {
  return db.local(async (tx) => {
    const { rows } = await sql<StoredEvent>`
      select ${columns} from events where owner_id = ${ownerId} and id > ${id} order by id limit 500`.execute(
      tx,
    )
    return rows
  })
}

/** The last value of each channel. */
export async function listRetained(db: Database, ownerId: string): Promise<StoredEvent[]> {
  return db.local(async (tx) => {
    const { rows } = await sql<StoredEvent>`
      select distinct on (channel) ${columns} from events where owner_id = ${ownerId} order by channel, id desc`.execute(
      tx,
    )
    return rows
  })
}

export async function removeOldEvents(db: Database): Promise<void> {
  await db.pool.query("delete from events where at < now() - interval '1 day'")
}
