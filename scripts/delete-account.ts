/**
 * `npm run delete-account -- --email you@shop.example`: has an account deleted with all that it has after the days that a request waits, or at
 * once with `--now`.
 */
import { parseArgs } from 'node:util'
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'
import { deletionDays } from '../model/deletion-days.ts'
import { beginDeletion } from '../server/settings/deletion/deletion-store.ts'
import { deleteAccount } from '../server/settings/deletion/delete-accounts.ts'

const usage = `Usage: npm run delete-account -- --email you@shop.example [--now]
Deletes the account of this user with all its shops, orders and people in ${deletionDays} days, in which its owner can keep it under
Setting, Account; with --now at once. Make a backup first: npm run backup.`

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
if (!email) fail(usage)
const url = process.env.DATABASE_URL
if (!url) fail('DATABASE_URL is not set: give a URL such as postgres://user:password@host:5432/database.')
try {
  await reachDatabase(url)
  await migrate(url)
  const db = openDatabase(url, { connections: 2, name: 'seller-console-delete-account' })
  const signIn = await findSignIn(db, email)
  if (!signIn) fail(`Nobody signs in here as ${email}.`)
  const { ownerId } = signIn
  if (now) await deleteAccount(db, ownerId)
  const at = now
    ? null
    : await db.asOwner(ownerId, (tx) => beginDeletion(tx, ownerId, 'npm run delete-account'))
  await db.close()
  process.stdout.write(
    at
      ? `The account of ${email} is deleted on ${at.toISOString()}. Until then its owner can keep it under Setting, Account.\n`
      : `The account of ${email} is deleted.\n`,
  )
} catch (error) {
  if (error instanceof DatabaseUnreachable) fail(error.message)
  throw error
}
