/** Segments: who is in one that is kept by hand, and the rules of the others. */
import { sql } from 'kysely'
import type { SegmentRule } from '../../../model/segment.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { lockLimit } from '../../db/lock-limit.ts'

export type Segment = {
  id: number
  name: string
  description: string | null
  rules: SegmentRule[] | null
  /** Customers of the shops that the reader may see; of rules it is counted by them. */
  customers: number
  createdByName: string
  createdAt: Date
}

const columns = sql.raw(
  `l.id, l.name, l.description, l.rules, l.created_by_name as "createdByName", l.created_at as "createdAt"`,
)

/** A person is a member by a customer of any shop, and is seen by one of the reader's. */
const isSeen = (ownerId: string, visible: number[]) =>
  visible.length === 0
    ? sql`true`
    : sql`(c.shop_id = any(${visible}::bigint[]) or (c.person_id is not null and exists (select from customers i
        where i.owner_id = ${ownerId} and i.person_id = c.person_id and i.shop_id = any(${visible}::bigint[]))))`

export async function findSegment(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[] = [],
): Promise<Segment | undefined> {
  const { rows } =
    await sql<Segment>`select ${columns}, (select count(distinct coalesce(c.person_id, c.id))::int from shortlist_customers m
      join customers c on c.owner_id = ${ownerId} and c.id = m.customer_id
      where m.owner_id = ${ownerId} and m.shortlist_id = l.id and ${isSeen(ownerId, visible)}) as customers
    from shortlists l where l.owner_id = ${ownerId} and l.id = ${id}`.execute(tx)
  return rows[0]
}

/** Until the end of the transaction nobody else removes it or adds customers to it. */
export async function lockSegment(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`select from shortlists where owner_id = ${ownerId} and id = ${id} for update`.execute(tx)
}

export async function listSegments(
  tx: Tx,
  ownerId: string,
  keyword: string,
  visible: number[],
): Promise<Segment[]> {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<Segment>`select ${columns}, n.customers from shortlists l
    cross join lateral (select count(distinct coalesce(c.person_id, c.id))::int as customers from shortlist_customers m
      join customers c on c.owner_id = ${ownerId} and c.id = m.customer_id
      where m.owner_id = ${ownerId} and m.shortlist_id = l.id and ${isSeen(ownerId, visible)}) n
    where l.owner_id = ${ownerId} and l.name ilike ${pattern} order by lower(l.name), l.id limit 500`.execute(
    tx,
  )
  return rows
}

/** Until the end of the transaction nobody else adds one. */
export async function countSegments(tx: Tx, ownerId: string): Promise<number> {
  await lockLimit(tx, ownerId, 'segments')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shortlists where owner_id = ${ownerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

type Written = { name: string; description: string | null; rules: SegmentRule[] | null }

/** Undefined: another segment has the name. */
export async function addSegment(
  tx: Tx,
  { ownerId, userId, name: by }: { ownerId: string; userId: number; name: string },
  { name, description, rules }: Written,
): Promise<number | undefined> {
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  const { rows } = await sql<{
    id: number
  }>`insert into shortlists (owner_id, id, name, description, rules, created_by, created_by_name,
      created_at, updated_at)
    values (${ownerId}, ${id}, ${name}, ${description}, ${rules && JSON.stringify(rules)}::jsonb, ${userId}, ${by}, ${now}, ${now})
    on conflict (owner_id, lower(name)) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** False: another segment has the name. */
export async function saveSegment(tx: Tx, ownerId: string, id: number, written: Written): Promise<boolean> {
  const { rows: same } = await sql<{ id: number }>`select id from shortlists
    where owner_id = ${ownerId} and lower(name) = lower(${written.name}) and id <> ${id}`.execute(tx)
  if (same.length > 0) return false
  await sql`update shortlists set name = ${written.name}, description = ${written.description},
      rules = ${written.rules && JSON.stringify(written.rules)}::jsonb, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  return true
}

export async function removeSegment(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`delete from shortlists where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Adds customers that the user may see, and answers how many were not in it before. Another customer of the same person may be. */
export async function addMembers(
  tx: Tx,
  ownerId: string,
  segmentId: number,
  customerIds: number[],
  visible: number[],
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into shortlist_customers (owner_id, shortlist_id, customer_id, added_at)
    select ${ownerId}::uuid, ${segmentId}::bigint, c.id, ${new Date()}::timestamptz from customers c
    where c.owner_id = ${ownerId} and c.id = any(${customerIds}::bigint[])
      and (${visible.length === 0} or c.shop_id = any(${visible}::bigint[]))
      and not exists (select from customers i
        join shortlist_customers m on m.owner_id = ${ownerId} and m.shortlist_id = ${segmentId} and m.customer_id = i.id
        where i.owner_id = ${ownerId} and i.person_id = c.person_id)
    order by c.id on conflict do nothing returning customer_id as id`.execute(tx)
  return rows.length
}

/** Takes the whole persons out, and answers how many customers that were. */
export async function removeMembers(
  tx: Tx,
  ownerId: string,
  segmentId: number,
  customerIds: number[],
  visible: number[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`delete from shortlist_customers m
    where m.owner_id = ${ownerId} and m.shortlist_id = ${segmentId} and m.customer_id in (
      select c.id from customers c where c.owner_id = ${ownerId} and ((c.id = any(${customerIds}::bigint[])
          and (${visible.length === 0} or c.shop_id = any(${visible}::bigint[])))
        or c.person_id = any(array(select p.person_id from customers p where p.owner_id = ${ownerId}
          and p.id = any(${customerIds}::bigint[]) and p.person_id is not null
          and (${visible.length === 0} or p.shop_id = any(${visible}::bigint[]))))))
    returning m.customer_id as id`.execute(tx)
  return rows.length
}

/** Puts another customer of the same person into the segments that one is in. @param heirs the other of each, by id */
export async function passMemberships(
  tx: Tx,
  ownerId: string,
  heirs: { id: number; heir: number }[],
): Promise<void> {
  if (heirs.length === 0) return
  await sql`insert into shortlist_customers (owner_id, shortlist_id, customer_id, added_at)
    select distinct on (m.shortlist_id, r.heir) ${ownerId}::uuid, m.shortlist_id, r.heir, m.added_at
    from json_to_recordset(${JSON.stringify(heirs)}::json) as r(id bigint, heir bigint)
    join shortlist_customers m on m.owner_id = ${ownerId} and m.customer_id = r.id
    order by m.shortlist_id, r.heir, m.added_at on conflict do nothing`.execute(tx)
}
