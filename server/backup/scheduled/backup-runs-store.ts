/** Scheduled backups of the whole console, by the day on which they were due. No account's own. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type BackupRun = {
  day: string
  startedAt: Date
  endedAt: Date | null
  accounts: number | null
  bytes: number | null
  failure: string | null
}

/** False where a run of this day was added before. */
export async function addBackupRun(tx: Tx, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql`insert into backup_runs (day, started_at) values (${day}, ${now})
    on conflict (day) do nothing returning day`.execute(tx)
  return rows.length > 0
}

export async function endBackupRun(
  tx: Tx,
  day: string,
  { accounts, bytes }: { accounts: number; bytes: number },
  now: Date,
): Promise<void> {
  await sql`update backup_runs set ended_at = ${now}, accounts = ${accounts}, bytes = ${bytes}, failure = null
    where day = ${day}`.execute(tx)
}

export async function failBackupRun(tx: Tx, day: string, failure: string): Promise<void> {
  await sql`update backup_runs set failure = ${failure} where day = ${day}`.execute(tx)
}

export async function removeBackupRuns(tx: Tx, before: string): Promise<void> {
  await sql`delete from backup_runs where day < ${before}`.execute(tx)
}

export type LastBackups = { last?: BackupRun; succeeded?: BackupRun }

/** The newest run, and the newest that succeeded. */
export async function findLastBackups(tx: Tx): Promise<LastBackups> {
  const { rows } = await sql<BackupRun>`
    select day, started_at as "startedAt", ended_at as "endedAt", accounts, bytes, failure from backup_runs
    order by day desc limit 60`.execute(tx)
  const [last] = rows
  const succeeded = rows.find(({ endedAt }) => endedAt !== null)
  return { ...(last && { last }), ...(succeeded && { succeeded }) }
}
