/** The end of an account: when it comes, and what goes with it. */
import { CompiledQuery, sql } from 'kysely'
import { escapeIdentifier } from 'pg'
import { cuttingLock } from '../../audit/audit-store.ts'
import { deletionDays } from '../../../model/deletion-days.ts'
import type { Tx } from '../../db/database.ts'

const dayMs = 86_400_000

export type Deletion = { at: Date | null; by: string | null }

export async function findDeletion(tx: Tx, ownerId: string): Promise<Deletion> {
  const { rows } = await sql<Deletion>`
    select delete_at as at, delete_by_name as by from owners where owner_id = ${ownerId}`.execute(tx)
  return rows[0] ?? { at: null, by: null }
}

/** Answers when the account goes. Asked for again, it does not go later. */
export async function beginDeletion(tx: Tx, ownerId: string, by: string): Promise<Date> {
  const { at } = await findDeletion(tx, ownerId)
  if (at) return at
  const day = new Date(Date.now() + deletionDays * dayMs)
  await sql`update owners set delete_at = ${day}, delete_by_name = ${by} where owner_id = ${ownerId}`.execute(
    tx,
  )
  return day
}

/** False once the time has come: a part may be gone. */
export async function takeBackDeletion(tx: Tx, ownerId: string): Promise<boolean> {
  const { rows } = await sql`update owners set delete_at = null, delete_by_name = null
    where owner_id = ${ownerId} and (delete_at is null or delete_at > ${new Date()}) returning 1`.execute(tx)
  return rows.length > 0
}

/** An account that is restored from a backup is to stay. */
export async function forgetDeletion(tx: Tx, ownerId: string): Promise<void> {
  await sql`update owners set delete_at = null, delete_by_name = null where owner_id = ${ownerId}`.execute(tx)
}

/** Tables with an owner, those that refer to others first. `owners` is the last. */
export async function listOwnedTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string; parents: string[] }>`
    select c.relname as name,
      (select coalesce(array_agg(distinct p.relname::text), '{}') from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists(select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped)
    order by c.relname = 'owners', c.relname`.execute(tx)
  const left = [...rows]
  const sorted: string[] = []
  while (left.length > 0) {
    const at = left.findIndex(({ name }) => !left.some(({ parents }) => parents.includes(name)))
    const [next] = left.splice(at, 1)
    if (at < 0 || !next) throw new Error('tables that point to each other')
    sorted.push(next.name)
  }
  return sorted
}

/** From now on no channel is asked for the account, nobody is signed in, and no job of it begins; a run that dies is taken up by the next. */
export async function closeAccount(tx: Tx, ownerId: string): Promise<void> {
  await sql`update owners set delete_at = least(delete_at, ${new Date()}) where owner_id = ${ownerId}`.execute(
    tx,
  )
  await sql`delete from sessions where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from channel_shops where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from digest_readers where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from mail_report_readers where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from graphile_worker._private_jobs
    where payload ->> 'ownerId' = ${ownerId} and locked_at is null`.execute(tx)
}

/**
 * Deletes the owner's rows of tables. Two logs take neither a deletion nor a lock for one, but by a right that the console gives
 * itself for this transaction, under the lock that audit-store.ts takes for its own.
 */
export async function deleteRows(tx: Tx, ownerId: string, tables: string[]): Promise<void> {
  const logs = sql.raw('audit_entries, stock_movements')
  await sql`select pg_advisory_xact_lock(${cuttingLock})`.execute(tx)
  await sql`grant update, delete on ${logs} to current_user`.execute(tx)
  for (const table of tables) {
    const text = `delete from ${escapeIdentifier(table)} where owner_id = $1`
    await tx.executeQuery(CompiledQuery.raw(text, [ownerId]))
  }
  await sql`revoke update, delete on ${logs} from current_user`.execute(tx)
}
