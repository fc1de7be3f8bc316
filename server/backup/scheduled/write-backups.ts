/** Job: a backup of each account of the console in the place that the operator named, and the removal of those that are too old. */
import type { Task } from 'graphile-worker'
import { listOwnersAfter } from '../../settings/owners-store.ts'
import type { BackupConfig } from '../../config/backup-config.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { pressAccount } from '../backup-file.ts'
import { daysBefore, expiredBackups, nameOf, ourBackups, unfinishedBackups } from './backup-names.ts'
import { openBackupPlace } from './open-backup-place.ts'
import { endBackupRun, failBackupRun, removeBackupRuns } from './backup-runs-store.ts'

const ownersPerRound = 200
const runsKeptDays = 400

export function createWriteBackups(db: Database, config: BackupConfig | undefined, log: Log): Task {
  return async function writeBackups(payload) {
    const { day } = payload as { day: string }
    // The operator has taken the setting away since.
    if (!config) return
    try {
      const written = await writeAll(db, config, day, log)
      await db.local((tx) => endBackupRun(tx, day, written, new Date()))
      await db.local((tx) => removeBackupRuns(tx, daysBefore(day, runsKeptDays)))
      log.info({ event: 'backup_written', day, ...written }, 'backup written')
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      await db.local((tx) => failBackupRun(tx, day, failure.slice(0, 500)))
      log.error({ event: 'backup_failed', day, err: error }, 'backup failed; it is tried again')
      // The job library tries again, ever later, for three days.
      throw error
    }
  }
}

async function writeAll(
  db: Database,
  { place: where, keep }: BackupConfig,
  day: string,
  log: Log,
): Promise<{ accounts: number; bytes: number }> {
  const place = openBackupPlace(where)
  // A place that does not answer fails at once, not at each account.
  const names = new Set(await place.list())
  // One that stays is in nobody's way.
  for (const name of unfinishedBackups([...names])) await place.remove(name).catch(() => undefined)
  const owners = await listOwners(db)
  const failures: string[] = []
  let bytes = 0
  for (const ownerId of owners) {
    const name = nameOf(day, ownerId)
    try {
      await pressAccount(db, ownerId, async (file) => {
        bytes += await place.save(name, file)
      })
      names.add(name)
    } catch (error) {
      log.error({ event: 'account_backup_failed', day, ownerId, err: error }, 'account was not backed up')
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  // Each account keeps its newest ones, so that one that could not be written loses none that it needs.
  for (const name of expiredBackups(ourBackups([...names]), keep, day, new Set(owners)))
    await place.remove(name)
  const [failure] = failures
  if (failure !== undefined)
    throw new Error(`${failures.length} of ${owners.length} accounts were not backed up: ${failure}`)
  return { accounts: owners.length, bytes }
}

async function listOwners(db: Database): Promise<string[]> {
  const owners: string[] = []
  for (;;) {
    const next = await db.local((tx) => listOwnersAfter(tx, owners.at(-1), ownersPerRound))
    if (next.length === 0) return owners
    owners.push(...next)
  }
}
