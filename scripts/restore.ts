/** `npm run restore -- account.backup`: puts an account back that `npm run backup` wrote. */
import { parseArgs } from 'node:util'
import { BackupRefused, restoreAccount } from '../server/backup/restore-account.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'
import { prepareJobs } from '../server/jobs/jobs.ts'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const { positionals } = parseArgs({ allowPositionals: true })
const [path, ...more] = positionals
if (!path || more.length > 0) fail('Usage: npm run restore -- account.backup')
const url = process.env.DATABASE_URL
if (!url) fail('DATABASE_URL is not set: give a URL such as postgres://user:password@host:5432/database.')
try {
  await reachDatabase(url)
  await migrate(url)
  const db = openDatabase(url, { connections: 2, name: 'seller-console-restore' })
  await prepareJobs(db.pool)
  const { rows } = await restoreAccount(db, path)
  await db.close()
  process.stdout.write(
    `Restored ${rows} rows. Start the console with the SECRET_KEY that the account was written under: the keys of its shops and couriers open with nothing else.\n`,
  )
} catch (error) {
  if (error instanceof BackupRefused || error instanceof DatabaseUnreachable) fail(error.message)
  throw error
}
