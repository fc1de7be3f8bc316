/** `npm run delete-account -- --email you@shop.example --now`: deletes an account with all that it has, without the days that a request waits. */
import { parseArgs } from 'node:util'
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'
import { deleteAccount } from '../server/settings/deletion/delete-accounts.ts'

const usage = `Usage: npm run delete-account -- --email you@shop.example --now
Deletes the account of this user with all its shops, orders and people. Make a backup first: npm run backup.`

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readArguments() {
  try {
    return parseArgs({ options: { email: { type: 'string' }, now: { type: 'boolean' } } }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

const { email, now } = readArguments()
if (!email || !now) fail(usage)
const url = process.env.DATABASE_URL
if (!url) fail('DATABASE_URL is not set: give a URL such as postgres://user:password@host:5432/database.')
try {
  await reachDatabase(url)
  await migrate(url)
  const db = openDatabase(url, { connections: 2, name: 'seller-console-delete-account' })
  const signIn = await findSignIn(db, email)
  if (!signIn) fail(`Nobody signs in here as ${email}.`)
  await deleteAccount(db, signIn.ownerId)
  await db.close()
  process.stdout.write(`The account of ${email} is deleted.\n`)
} catch (error) {
  if (error instanceof DatabaseUnreachable) fail(error.message)
  throw error
}
