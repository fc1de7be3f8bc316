import type { Domain } from '../domain.ts'
import { createWriteBackups } from './scheduled/write-backups.ts'

export const backup: Domain = {
  jobs: ({ db, config, log }) => ({ 'write-backups': createWriteBackups(db, config.backup, log) }),
}
