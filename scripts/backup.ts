/** `npm run backup -- --owner you@shop.example --out account.backup`: everything of one account, as one file. */
import { parseArgs } from 'node:util'
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { writeBackupFile } from '../server/backup/backup-file.ts'
import { openDatabase } from '../server/db/database.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'

const usage = 'Usage: npm run backup -- --owner you@shop.example --out account.backup'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readArguments(): { owner?: string | undefined; out?: string | undefined } {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ options: { owner: text, out: text } }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

const { owner, out } = readArguments()
if (!owner || !out) fail(usage)
const url = process.env.DATABASE_URL
if (!url) fail('DATABASE_URL is not set: give a URL such as postgres://user:password@host:5432/database.')
try {
  await reachDatabase(url)
  const db = openDatabase(url, { connections: 2, name: 'seller-console-backup' })
  const signIn = await findSignIn(db, owner)
  if (!signIn) fail(`Nobody signs in here as ${owner}.`)
  const { rows } = await writeBackupFile(db, signIn.ownerId, out)
  await db.close()
  process.stdout.write(
    `Wrote the account of ${owner}, ${rows} rows, to ${out}. Keys of shops and couriers in it are sealed: keep SECRET_KEY apart from it, they open with nothing else.\n`,
  )
} catch (error) {
  if (error instanceof DatabaseUnreachable) fail(error.message)
  throw error
}
