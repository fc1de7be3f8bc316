/**
 * Which customers are one person: they share customers.person_id. Whoever changes that locks the owner's row of person_counts before
 * anything else, then the customers by shop and the channel's id, as orders lock those of one shop.
 */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import type { JoinedHow } from './identities-store.ts'

/** A person with more is a shared contact, or a shop that gives a buyer a new id with each order. */
export const mostIdentities = 50

export type Member = {
  id: number
  personId: number | null
  joinedHow: JoinedHow | null
  joinedBy: string | null
  joinedAt: Date | null
}

export async function lockPersons(tx: Tx, ownerId: string): Promise<void> {
  await sql`insert into person_counts (owner_id) values (${ownerId}) on conflict (owner_id) do nothing`.execute(
    tx,
  )
  await sql`select from person_counts where owner_id = ${ownerId} for update`.execute(tx)
}

/** These customers and all who are the same persons; by id. */
export async function listMembers(tx: Tx, ownerId: string, ids: number[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select c.id, c.person_id as "personId", c.joined_how as "joinedHow", c.joined_by as "joinedBy", c.joined_at as "joinedAt"
    from customers c where c.owner_id = ${ownerId} and (c.id = any(${ids}::bigint[]) or c.person_id = any(array(
      select p.person_id from customers p where p.owner_id = ${ownerId} and p.id = any(${ids}::bigint[]) and p.person_id is not null)))
    order by c.id`.execute(tx)
  return rows
}

/** Persons among members: groups of customers; each who is alone is one. */
export function groupsOf(members: Member[]): Member[][] {
  return [...Map.groupBy(members, ({ id, personId }) => personId ?? -id).values()]
}

export type Joining = { how: JoinedHow; by: string | null; now: Date }

/**
 * Makes one person of groups of members. The largest stays as it is and the others join it.
 * @throws AppError conflict: it would have too many
 */
export async function joinGroups(
  tx: Tx,
  ownerId: string,
  groups: Member[][],
  { how, by, now }: Joining,
): Promise<Member[]> {
  const [first = [], ...others] = groups.toSorted(
    (a, b) => b.length - a.length || (a[0]?.id ?? 0) - (b[0]?.id ?? 0),
  )
  const before = groups.flat()
  if (before.length > mostIdentities) throw new AppError('conflict', { message: 'error.person_full' })
  const [drawn = 0] = first[0]?.personId ? [first[0].personId] : await drawIds(tx, 1)
  const after = [
    ...first.map((member) => ({ ...member, personId: drawn })),
    ...others.flat().map(({ id }) => ({ id, personId: drawn, joinedHow: how, joinedBy: by, joinedAt: now })),
  ]
  await saveMembers(tx, ownerId, before, after)
  return after
}

/** Saves the persons of members, who were `before`, and by how many persons are fewer than customers. */
export async function saveMembers(tx: Tx, ownerId: string, before: Member[], after: Member[]): Promise<void> {
  const ids = after.map(({ id }) => id)
  await sql`select from customers where owner_id = ${ownerId} and id = any(${ids}::bigint[])
    order by shop_id, channel_buyer_id collate "C" for no key update`.execute(tx)
  await sql`update customers c set person_id = r."personId", joined_how = r."joinedHow", joined_by = r."joinedBy",
      joined_at = r."joinedAt"
    from json_to_recordset(${JSON.stringify(after)}::json)
      as r(id bigint, "personId" bigint, "joinedHow" text, "joinedBy" text, "joinedAt" timestamptz)
    where c.owner_id = ${ownerId} and c.id = r.id`.execute(tx)
  const by = joinedOf(after) - joinedOf(before)
  if (by !== 0)
    await sql`update person_counts set joined = joined + ${by} where owner_id = ${ownerId}`.execute(tx)
}

/** By how many customers are more than persons. */
function joinedOf(members: Member[]): number {
  const joined = members.filter(({ personId }) => personId !== null)
  return joined.length - new Set(joined.map(({ personId }) => personId)).size
}

/** For customers who go, or whom nobody may know any more. Behind lockPersons. */
export async function leavePersons(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  const members = (await listMembers(tx, ownerId, ids)).filter(({ personId }) => personId !== null)
  if (members.length > 0) await saveMembers(tx, ownerId, members, without(members, new Set(ids)))
}

/** Takes customers out of their persons; one who is left alone is none any more. */
export function without(members: Member[], ids: ReadonlySet<number>): Member[] {
  const left = members.filter(({ id }) => !ids.has(id))
  const isAlone = ({ personId }: Member) => left.filter((one) => one.personId === personId).length === 1
  return members.map((member) =>
    ids.has(member.id) || isAlone(member)
      ? { id: member.id, personId: null, joinedHow: null, joinedBy: null, joinedAt: null }
      : member,
  )
}
