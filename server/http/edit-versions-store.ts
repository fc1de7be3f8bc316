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
  | 'customer_ranks'
  | 'default_couriers'
  | 'delivery_defaults'
  | 'exchange_rates'
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
  const { rows } = await sql<{ version: number }>`
    select version from edit_versions
    where owner_id = ${ownerId} and subject = ${subject} and subject_id = ${id}`.execute(tx)
  return rows[0] ? instantOf(rows[0].version) : null
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
  // A thing that was never changed has the version null, which equals no stored version.
  const readVersion = read ? Date.parse(read) : -1
  const { rows } = await sql<{ version: number }>`
    insert into edit_versions as e (owner_id, subject, subject_id, version, changed_by)
    values (${ownerId}, ${subject}, ${id}, ${Date.now()}, ${name})
    on conflict (owner_id, subject, subject_id) do update set
      version = greatest(excluded.version, e.version + 1), changed_by = excluded.changed_by
    where ${read === undefined}::boolean or e.version = ${readVersion}::bigint
    returning version`.execute(tx)
  const [claimed] = rows
  if (claimed) return instantOf(claimed.version)
  const { rows: last } = await sql<{ name: string }>`
    select changed_by as name from edit_versions
    where owner_id = ${ownerId} and subject = ${subject} and subject_id = ${id}`.execute(tx)
  throw new AppError('changed_by_other', { changedBy: last[0]?.name ?? '' })
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
