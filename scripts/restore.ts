/** `npm run restore -- account.backup`: puts an account back that `npm run backup` wrote. */
import { parseArgs } from 'node:util'
import { BackupRefused, restoreAccount } from '../server/backup/restore-account.ts'
import { openBackupPlace } from '../server/backup/scheduled/open-backup-place.ts'
import { isS3Address, readBackupPlace } from '../server/config/backup-config.ts'
import { ConfigError } from '../server/config/config-error.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'
import { prepareJobs } from '../server/jobs/jobs.ts'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** "s3://bucket/folder/name": the place and the file in it. */
function splitPlace(address: string): { folder: string; name: string } {
  const at = address.lastIndexOf('/')
  return { folder: address.slice(0, at), name: address.slice(at + 1) }
}

const { positionals } = parseArgs({ allowPositionals: true })
const [path, ...more] = positionals
if (!path || more.length > 0)
  fail('Usage: npm run restore -- account.backup, or s3://bucket/folder/account.backup')
const url = process.env.DATABASE_URL
if (!url) fail('DATABASE_URL is not set: give a URL such as postgres://user:password@host:5432/database.')
try {
  await reachDatabase(url)
  await migrate(url)
  const db = openDatabase(url, { connections: 2, name: 'seller-console-restore' })
  await prepareJobs(db.pool)
  const { folder, name } = splitPlace(path)
  const { rows } = isS3Address(path)
    ? await restoreAccount(db, path, () => openBackupPlace(readBackupPlace(process.env, folder)).open(name))
    : await restoreAccount(db, path)
  await db.close()
  process.stdout.write(
    `Restored ${rows} rows. Start the console with the SECRET_KEY that the account was written under: the keys of its shops and couriers open with nothing else.\n`,
  )
} catch (error) {
  if (error instanceof BackupRefused || error instanceof DatabaseUnreachable || error instanceof ConfigError)
    fail(error.message)
  throw error
}
