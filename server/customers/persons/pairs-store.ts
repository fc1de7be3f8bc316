/** Pairs of customers: who may be one person, and who are not, as people said. */
import { sql } from 'kysely'
import { withIds, type Tx } from '../../db/database.ts'

export type LikelyReason = 'phone' | 'email' | 'address'
export type Pair = {
  firstId: number
  secondId: number
  state: 'likely' | 'apart'
  reason: LikelyReason | 'hand'
  changedAt: Date
}

/** More than anybody looks through: what comes then is left out. */
const mostLikely = 5_000

/** Pairs whose both customers are among these. */
export async function listPairsAmong(tx: Tx, ownerId: string, ids: number[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select first_id as "firstId", second_id as "secondId", state, reason, changed_at as "changedAt" from customer_pairs
    where owner_id = ${ownerId} and first_id = any(${ids}::bigint[]) and second_id = any(${ids}::bigint[])
    order by first_id, second_id`.execute(tx)
  return rows
}

/** Takes the place of whatever pairs there are among these customers. */
export async function replacePairs(tx: Tx, ownerId: string, ids: number[], pairs: Pair[]): Promise<void> {
  await sql`delete from customer_pairs where owner_id = ${ownerId} and first_id = any(${ids}::bigint[])
    and second_id = any(${ids}::bigint[])`.execute(tx)
  await savePairs(tx, ownerId, pairs)
}

/** A likelihood does not replace the answer that somebody gave about a pair. */
export async function savePairs(tx: Tx, ownerId: string, pairs: Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const rows = await withIds(tx, pairs)
  await sql`insert into customer_pairs as p (owner_id, id, first_id, second_id, state, reason, changed_at)
    select ${ownerId}::uuid, r.id, r."firstId", r."secondId", r.state, r.reason, r."changedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(id bigint, "firstId" bigint, "secondId" bigint, state text, reason text, "changedAt" timestamptz)
    on conflict (owner_id, first_id, second_id) do update set state = excluded.state, reason = excluded.reason,
      changed_at = excluded.changed_at
    where excluded.state = 'apart' and p.state = 'likely'`.execute(tx)
}

export function pairOf(a: number, b: number, rest: Omit<Pair, 'firstId' | 'secondId'>): Pair {
  return { firstId: Math.min(a, b), secondId: Math.max(a, b), ...rest }
}

export async function hasRoomForLikely(tx: Tx, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customer_pairs where owner_id = ${ownerId} and state = 'likely'`.execute(
    tx,
  )
  return (rows[0]?.count ?? 0) < mostLikely
}

export type Likely = { id: number; firstId: number; secondId: number; reason: LikelyReason }

/**
 * A page of persons who may be the same, the newest first, and how many there are. Of several pairs of the same two persons it is the newest.
 * @param visible shops that the reader may see; empty: all
 * @param only pairs of this customer's person
 */
export async function listLikely(
  tx: Tx,
  ownerId: string,
  visible: number[],
  { limit, offset, only }: { limit: number; offset: number; only?: number[] },
): Promise<{ pairs: Likely[]; total: number }> {
  const { rows } = await sql<{ pairs: Likely[]; total: number }>`
    with likely as materialized (
      select distinct on (least(f.person, s.person), greatest(f.person, s.person)) p.id, p.first_id, p.second_id, p.reason, p.changed_at
      from customer_pairs p
      cross join lateral (select coalesce(c.person_id, c.id) as person, c.shop_id from customers c
        where c.owner_id = ${ownerId} and c.id = p.first_id) f
      cross join lateral (select coalesce(c.person_id, c.id) as person, c.shop_id from customers c
        where c.owner_id = ${ownerId} and c.id = p.second_id) s
      where p.owner_id = ${ownerId} and p.state = 'likely' and f.person <> s.person
        and (${visible.length === 0} or (f.shop_id = any(${visible}::bigint[]) and s.shop_id = any(${visible}::bigint[])))
        and (${only === undefined} or p.first_id = any(${only ?? []}::bigint[]) or p.second_id = any(${only ?? []}::bigint[]))
      order by least(f.person, s.person), greatest(f.person, s.person), p.changed_at desc, p.id desc)
    select (select count(*)::int from likely) as total, coalesce((
      select json_agg(json_build_object('id', l.id, 'firstId', l.first_id, 'secondId', l.second_id, 'reason', l.reason)
        order by l.changed_at desc, l.id desc)
      from (select * from likely order by changed_at desc, id desc limit ${limit}::bigint offset ${offset}::bigint) l), '[]') as pairs`.execute(
    tx,
  )
  return rows[0] ?? { pairs: [], total: 0 }
}

/** Undefined: no such pair that the reader may see and that waits for an answer. */
export async function findLikely(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<Likely | undefined> {
  const { rows } = await sql<Likely>`
    select p.id, p.first_id as "firstId", p.second_id as "secondId", p.reason from customer_pairs p
    join customers f on f.owner_id = ${ownerId} and f.id = p.first_id
    join customers s on s.owner_id = ${ownerId} and s.id = p.second_id
    where p.owner_id = ${ownerId} and p.id = ${id} and p.state = 'likely'
      and (${visible.length === 0} or (f.shop_id = any(${visible}::bigint[]) and s.shop_id = any(${visible}::bigint[])))`.execute(
    tx,
  )
  return rows[0]
}
