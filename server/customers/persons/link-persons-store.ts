/** Finds who are the same person: the same phone number or mail address with the same name. What is only likely waits for people. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { hasRoomForLikely, listPairsAmong, type Pair, pairOf, savePairs } from './pairs-store.ts'
import { groupsOf, joinGroups, listMembers, type Member, mostIdentities } from './persons-store.ts'

/** A contact with more names than these is a reseller's, a shop's or a placeholder, and says nothing. */
export const mostNames = 5

type Like = {
  id: number
  otherId: number
  reason: 'phone' | 'email' | 'address'
  hasSameName: boolean
}

/** Compares some customers with new keys with all others. Behind lockPersons. Returns how many. */
export async function linkNext(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rows: next } = await sql<{ id: number }>`
    select customer_id as id from customer_keys where owner_id = ${ownerId} and linked_at is null
    order by customer_id limit ${limit}`.execute(tx)
  if (next.length === 0) return 0
  const ids = next.map(({ id }) => id)
  const now = new Date()
  const alike = await listAlike(tx, ownerId, ids)
  for (const like of alike.filter(isSame)) await join(tx, ownerId, like, now)
  const likely = alike.filter((like) => !isSame(like))
  if (likely.length > 0 && (await hasRoomForLikely(tx, ownerId)))
    for (const like of likely) await suggest(tx, ownerId, like, now)
  await sql`update customer_keys set linked_at = ${now}
    where owner_id = ${ownerId} and customer_id = any(${ids}::bigint[])`.execute(tx)
  return next.length
}

const isSame = ({ reason, hasSameName }: Like) => reason !== 'address' && hasSameName

async function listAlike(tx: Tx, ownerId: string, ids: number[]): Promise<Like[]> {
  const { rows } = await sql<Like>`
    select b.customer_id as id, m.customer_id as "otherId", m.reason, m.same_name as "hasSameName"
    from customer_keys b cross join lateral (
      (select o.customer_id, 'phone' as reason, o.name_key = b.name_key as same_name
        from customer_keys o where o.owner_id = ${ownerId} and o.phone_key = b.phone_key and o.customer_id <> b.customer_id
          and (select count(*) from (select distinct d.name_key from customer_keys d
            where d.owner_id = ${ownerId} and d.phone_key = b.phone_key limit ${mostNames + 1}) n) <= ${mostNames}
        order by o.name_key <> b.name_key, o.customer_id limit 20)
      union all
      (select o.customer_id, 'email', o.name_key = b.name_key
        from customer_keys o where o.owner_id = ${ownerId} and o.email_key = b.email_key and o.customer_id <> b.customer_id
          and (select count(*) from (select distinct d.name_key from customer_keys d
            where d.owner_id = ${ownerId} and d.email_key = b.email_key limit ${mostNames + 1}) n) <= ${mostNames}
        order by o.name_key <> b.name_key, o.customer_id limit 20)
      union all
      (select o.customer_id, 'address', true
        from customer_keys o where o.owner_id = ${ownerId} and o.place_key = b.place_key and o.customer_id <> b.customer_id
        order by o.customer_id limit 5)) m
    where b.owner_id = ${ownerId} and b.customer_id = any(${ids}::bigint[])
    order by b.customer_id, m.reason desc, m.customer_id`.execute(tx)
  return rows
}

/** Never those whom people separated, whichever of the customers it was about. */
async function join(tx: Tx, ownerId: string, { id, otherId, reason }: Like, now: Date): Promise<void> {
  const groups = await listStrangers(tx, ownerId, [id, otherId])
  if (groups === undefined || (await listPairs(tx, ownerId, groups)).some(({ state }) => state === 'apart'))
    return
  await joinGroups(tx, ownerId, groups, { how: reason === 'email' ? 'email' : 'phone', by: null, now })
}

/** Once for two persons, whatever the answer was. */
async function suggest(tx: Tx, ownerId: string, { id, otherId, reason }: Like, now: Date): Promise<void> {
  const groups = await listStrangers(tx, ownerId, [id, otherId])
  if (groups === undefined || (await listPairs(tx, ownerId, groups)).length > 0) return
  await savePairs(tx, ownerId, [pairOf(id, otherId, { state: 'likely', reason, changedAt: now })])
}

/** The two customers' persons; undefined: they are one, or too many to become one. */
async function listStrangers(
  tx: Tx,
  ownerId: string,
  ids: [number, number],
): Promise<Member[][] | undefined> {
  const members = await listMembers(tx, ownerId, ids)
  const groups = groupsOf(members)
  return groups.length < 2 || members.length > mostIdentities ? undefined : groups
}

/** Pairs of customers of different groups. */
async function listPairs(tx: Tx, ownerId: string, groups: Member[][]): Promise<Pair[]> {
  const groupOf = new Map(groups.flatMap((group, at) => group.map(({ id }) => [id, at] as const)))
  const pairs = await listPairsAmong(tx, ownerId, [...groupOf.keys()])
  return pairs.filter(({ firstId, secondId }) => groupOf.get(firstId) !== groupOf.get(secondId))
}
