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

/**
 * The lock makes an owner's events come to light in the order of their ids, so that a reader who has heard one has heard
 * all before it. Save the event last: the lock is held until the transaction ends.
 */
export async function saveEvent(
  tx: Tx,
  event: { ownerId: string; channel: RealtimeChannel; shopId: number | null; value: object },
): Promise<void> {
  await sql`with turn as materialized (select pg_advisory_xact_lock(hashtextextended(${event.ownerId}, 11)))
    insert into events (owner_id, channel, shop_id, value, at)
    select ${event.ownerId}::uuid, ${event.channel}, ${event.shopId}::bigint, ${JSON.stringify(event.value)}::jsonb,
      ${new Date()}::timestamptz from turn
    returning pg_notify('events', id::text)`.execute(tx)
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
