/** Changes of persons by hand: merging, separating, saying that two are not the same, and undoing each of these. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { type Pair, listPairsAmong, pairOf, replacePairs, savePairs } from './pairs-store.ts'
import { groupsOf, joinGroups, listMembers, type Member, saveMembers, without } from './persons-store.ts'

type State = { members: Member[]; pairs: Pair[] }

/** For so long a change can be undone. */
const undoDays = 1

/** Merges the persons of these customers into one. Returns the number of the change. */
export function mergePersons(tx: Tx, ownerId: string, ids: number[], by: string): Promise<number> {
  return change(tx, ownerId, ids, async ({ members }, now) => {
    await requireKnown(tx, ownerId, ids)
    await joinGroups(tx, ownerId, groupsOf(members), { how: 'hand', by, now })
    // Answers about pairs of them end: now they are one.
    await replacePairs(
      tx,
      ownerId,
      members.map(({ id }) => id),
      [],
    )
  })
}

async function requireKnown(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  const { rows } = await sql`select from customers where owner_id = ${ownerId} and id = any(${ids}::bigint[])
    and erased_at is not null limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('conflict', { message: 'error.person_erased' })
}

/** Takes a customer out of a person, for good: no order joins the two again. */
export function separatePerson(tx: Tx, ownerId: string, id: number): Promise<number> {
  return change(tx, ownerId, [id], async ({ members }, now) => {
    if (members.length < 2) throw new AppError('conflict', { message: 'error.person_changed' })
    await saveMembers(tx, ownerId, members, without(members, new Set([id])))
    const others = members.filter((member) => member.id !== id)
    await savePairs(
      tx,
      ownerId,
      others.map((other) => pairOf(id, other.id, { state: 'apart', reason: 'hand', changedAt: now })),
    )
  })
}

/** Says that two persons are not the same. */
export function keepApart(tx: Tx, ownerId: string, ids: [number, number]): Promise<number> {
  return change(tx, ownerId, ids, async ({ members }, now) => {
    const [first = [], second = []] = groupsOf(members)
    const pairs = first.flatMap((a) =>
      second.map((b) => pairOf(a.id, b.id, { state: 'apart', reason: 'hand', changedAt: now })),
    )
    await savePairs(tx, ownerId, pairs)
  })
}

async function change(
  tx: Tx,
  ownerId: string,
  ids: number[],
  work: (before: State, now: Date) => Promise<void>,
): Promise<number> {
  const now = new Date()
  const before = await stateOf(tx, ownerId, ids)
  await work(before, now)
  const after = await stateOf(
    tx,
    ownerId,
    before.members.map((member) => member.id),
  )
  await sql`delete from person_changes where owner_id = ${ownerId}
    and created_at < ${now}::timestamptz - make_interval(days => ${undoDays})`.execute(tx)
  const [id = 0] = await drawIds(tx, 1)
  await sql`insert into person_changes (owner_id, id, before, after, created_at)
    values (${ownerId}, ${id}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${now})`.execute(
    tx,
  )
  return id
}

/** The persons of these customers, and the pairs among them. */
async function stateOf(tx: Tx, ownerId: string, ids: number[]): Promise<State> {
  const members = await listMembers(tx, ownerId, ids)
  const pairs = await listPairsAmong(
    tx,
    ownerId,
    members.map(({ id }) => id),
  )
  return { members, pairs }
}

/**
 * Makes persons as they were before a change.
 * @param visible shops that the reader may see; empty: all
 * @throws AppError not_found; conflict: they were changed since
 */
export async function undoChange(tx: Tx, ownerId: string, id: number, visible: number[]): Promise<number[]> {
  const { rows } = await sql<{ before: State; after: State }>`
    select before, after from person_changes where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  const ids = found.before.members.map((member) => member.id)
  if (!(await seesOne(tx, ownerId, ids, visible))) throw new AppError('not_found')
  const now = await stateOf(tx, ownerId, ids)
  const persons = ({ members }: State) => members.map((one) => `${one.id}/${one.personId}`).join()
  if (persons(now) !== persons(found.after))
    throw new AppError('conflict', { message: 'error.person_changed' })
  await saveMembers(tx, ownerId, now.members, found.before.members)
  await replacePairs(tx, ownerId, ids, found.before.pairs)
  await sql`delete from person_changes where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  return ids
}

async function seesOne(tx: Tx, ownerId: string, ids: number[], visible: number[]): Promise<boolean> {
  const { rows } = await sql`select from customers where owner_id = ${ownerId} and id = any(${ids}::bigint[])
    and (${visible.length === 0} or shop_id = any(${visible}::bigint[])) limit 1`.execute(tx)
  return rows.length > 0
}

/** Pairs and changes that name customers who are erased. */
export async function removeTraces(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  await sql`delete from customer_pairs where owner_id = ${ownerId}
    and (first_id = any(${ids}::bigint[]) or second_id = any(${ids}::bigint[]))`.execute(tx)
  await sql`delete from person_changes where owner_id = ${ownerId} and exists (
    select from jsonb_to_recordset(before -> 'members') as m(id bigint) where m.id = any(${ids}::bigint[]))`.execute(
    tx,
  )
}
