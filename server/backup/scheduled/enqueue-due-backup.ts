/** Enqueues the day's backup once its hour has come. Any number of processes may ask; a day missed while all were down is made up. */
import type { BackupConfig } from '../../config/backup-config.ts'
import type { Database } from '../../db/database.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { daysBefore } from './backup-names.ts'
import { addBackupRun } from './backup-runs-store.ts'

export type EnqueueDueBackup = (now: Date) => Promise<void>

export function createEnqueueDueBackup(db: Database, config: BackupConfig | undefined): EnqueueDueBackup {
  if (!config) return async () => undefined
  let known: string | undefined
  return async function enqueueDueBackup(now) {
    const day = dueDay(config, now)
    if (day === known) return
    await db.local(async (tx) => {
      if (await addBackupRun(tx, day, now))
        await enqueue(tx, 'write-backups', { day }, { queue: 'backups', key: `backup/${day}` })
    })
    known = day
  }
}

/** The last day on which the hour has passed. */
export function dueDay({ time, timezone }: Pick<BackupConfig, 'time' | 'timezone'>, now: Date): string {
  // The Swedish way of writing is the ISO one.
  const local = now.toLocaleString('sv-SE', { timeZone: timezone })
  const [day = '', clock = ''] = local.split(' ')
  return clock.slice(0, 5) >= time ? day : daysBefore(day, 1)
}
