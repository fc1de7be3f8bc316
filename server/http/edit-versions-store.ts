/** Optimistic locking of what people edit: a change made over an older version is refused (decision 0045). */
import { sql } from 'kysely'
import { AppError } from '../../model/errors.ts'
import type { Tx } from '../db/database.ts'

export type EditSubject =
  | 'account'
  | 'buyer_data'
  | 'buyer_mail_contacts'
  | 'buyer_mails'
  | 'courier_place'
  | 'customer_note'
  | 'customer_ranks'
  | 'default_couriers'
  | 'delivery_defaults'
  | 'exchange_rates'
  | 'forbidden_words'
  | 'low_stock'
  | 'mail_report'
  | 'notification_ways'
  | 'print_template'
  | 'product'
  | 'product_template'
  | 'sales_area'
  | 'saved_filter'
  | 'shop'
  | 'shortlist'
  | 'sku'
  | 'stock_setting'
  | 'user'
  | 'warehouse'

type Editor = { ownerId: string; name: string }

/** By id: `updated_at` as the API shows it. What nobody has changed yet is not in it. */
export async function listVersions(
  tx: Tx,
  ownerId: string,
  subject: EditSubject,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; version: number }>`
    select subject_id as id, version from edit_versions
    where owner_id = ${ownerId} and subject = ${subject}`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, instantOf(version)]))
}

/** `id` is left out where an account has one. */
export async function findVersion(
  tx: Tx,
  ownerId: string,
  subject: EditSubject,
  id = 0,
): Promise<string | null> {
  const last = await findLast(tx, ownerId, [subject, id])
  return last ? instantOf(last.version) : null
}

/**
 * Begins a change: the next version, in the transaction that makes the change. Whoever changes the same thing meanwhile waits for
 * its end. `read`: the version that the change was made over; undefined: the caller does not say.
 * @throws AppError changed_by_other
 */
export async function claimVersion(
  tx: Tx,
  { ownerId, name }: Editor,
  [subject, id = 0]: [subject: EditSubject, id?: number],
  read: string | null | undefined,
): Promise<string> {
  const { rows } = await sql<{ version: number }>`
    insert into edit_versions as e (owner_id, subject, subject_id, version, changed_by)
    values (${ownerId}, ${subject}, ${id}, ${Date.now()}, ${name})
    on conflict (owner_id, subject, subject_id) do update set
      version = greatest(excluded.version, e.version + 1), changed_by = excluded.changed_by
    where ${read === undefined}::boolean or e.version = ${versionOf(read)}::bigint
    returning version`.execute(tx)
  const [claimed] = rows
  if (claimed) return instantOf(claimed.version)
  throw changedByOther(await findLast(tx, ownerId, [subject, id]))
}

/**
 * Refuses what is done with something that has changed since it was read, and changes nothing itself. Its caller holds a lock that
 * changes wait for. @throws AppError changed_by_other
 */
export async function requireVersion(
  tx: Tx,
  ownerId: string,
  of: [subject: EditSubject, id: number],
  read: string | null | undefined,
): Promise<void> {
  if (read === undefined) return
  const last = await findLast(tx, ownerId, of)
  if (versionOf(read) !== (last?.version ?? never)) throw changedByOther(last)
}

/** Version of what was never changed, which the API shows as null; equals no stored one. */
const never = -1

const versionOf = (read: string | null | undefined) => (read ? Date.parse(read) : never)

const changedByOther = (last: Last | undefined) =>
  new AppError('changed_by_other', { changedBy: last?.name ?? '' })

type Last = { version: number; name: string }

async function findLast(
  tx: Tx,
  ownerId: string,
  [subject, id]: [EditSubject, number],
): Promise<Last | undefined> {
  const { rows } = await sql<Last>`
    select version, changed_by as name from edit_versions
    where owner_id = ${ownerId} and subject = ${subject} and subject_id = ${id}`.execute(tx)
  return rows[0]
}

/** The next version of many things at once, whatever their last one was. */
export async function claimVersions(
  tx: Tx,
  { ownerId, name }: Editor,
  subject: EditSubject,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into edit_versions as e (owner_id, subject, subject_id, version, changed_by)
    select ${ownerId}::uuid, ${subject}::text, id, ${Date.now()}::bigint, ${name}::text
    from unnest(${[...new Set(ids)].toSorted((a, b) => a - b)}::bigint[]) id
    on conflict (owner_id, subject, subject_id) do update set
      version = greatest(excluded.version, e.version + 1), changed_by = excluded.changed_by`.execute(tx)
}

/** Removes the version of something that was deleted. */
export async function removeVersion(
  tx: Tx,
  ownerId: string,
  subject: EditSubject,
  id: number,
): Promise<void> {
  await sql`delete from edit_versions
    where owner_id = ${ownerId} and subject = ${subject} and subject_id = ${id}`.execute(tx)
}

/** A version as the API shows it. */
export function instantOf(version: number): string {
  return new Date(version).toISOString()
}
