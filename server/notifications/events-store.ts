/** Events for browsers. An event is saved by the transaction that it is about and announced when that commits. */
import { sql } from 'kysely'
import type { RealtimeChannel } from '../../contract/realtime.ts'
import { runAtCommit, type Database, type Tx } from '../db/database.ts'

export type StoredEvent = {
  id: number
  ownerId: string
  channel: RealtimeChannel
  shopId: number | null
  /** Null: for all whom it concerns. */
  userId: number | null
  value: unknown
  at: Date
}

const columns = sql.raw(
  'id, owner_id as "ownerId", channel, shop_id as "shopId", user_id as "userId", value, at',
)

export type NewEvent = {
  ownerId: string
  channel: RealtimeChannel
  shopId: number | null
  /** For this user alone. */
  userId?: number
  value: object
}

const waiting = new WeakMap<Tx, NewEvent[]>()

/** Stored with the others of the transaction as the last that it does. */
export function saveEvent(tx: Tx, event: NewEvent): void {
  const known = waiting.get(tx)
  if (known) {
    known.push(event)
    return
  }
  const events = [event]
  waiting.set(tx, events)
  runAtCommit(tx, () => insertEvents(tx, events))
}

/**
 * The lock makes an owner's events come to light in the order of their ids, so that a reader who has heard one has heard
 * all before it. It is held until the transaction ends.
 */
async function insertEvents(tx: Tx, events: NewEvent[]): Promise<void> {
  for (const [ownerId, ofOwner] of Map.groupBy(events, (event) => event.ownerId)) {
    const rows = ofOwner.map(({ channel, shopId, userId, value }) => ({
      channel,
      shop_id: shopId,
      user_id: userId ?? null,
      value,
    }))
    await sql`with turn as materialized (select pg_advisory_xact_lock(hashtextextended(${ownerId}, 11)))
      insert into events (owner_id, channel, shop_id, user_id, value, at)
      select ${ownerId}::uuid, r.channel, r.shop_id, r.user_id, r.value, ${new Date()}::timestamptz
      from turn, json_to_recordset(${JSON.stringify(rows)}::json) as r(channel text, shop_id bigint, user_id bigint,
        value jsonb)
      returning pg_notify('events', id::text)`.execute(tx)
  }
}

export async function listEvents(db: Database, ids: number[]): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select ${columns} from events where id = any(${ids}::bigint[]) order by id`.execute(db.single)
  return rows
}

/** Lists the events that a reader missed since `id`, oldest first. */
export async function listEventsSince(db: Database, ownerId: string, id: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select ${columns} from events where owner_id = ${ownerId} and id > ${id} order by id limit 500`.execute(
    db.single,
  )
  return rows
}

/** The last value of each channel. */
export async function listRetained(db: Database, ownerId: string): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select distinct on (channel) ${columns} from events where owner_id = ${ownerId} order by channel, id desc`.execute(
    db.single,
  )
  return rows
}

/** The last of each channel stays, however old: it is what new readers begin with. */
export async function removeOldEvents(db: Database): Promise<void> {
  await db.pool.query(`delete from events e where at < now() - interval '1 day' and exists (
    select from events later where later.owner_id = e.owner_id and later.channel = e.channel and later.id > e.id)`)
}
