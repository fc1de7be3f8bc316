/**
 * `npm run delete-account -- --email you@shop.example`: has an account deleted with all that it has after the days that a request waits, or at
 * once with `--now`.
 */
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { deletionDays } from '../model/deletion-days.ts'
import { beginDeletion } from '../server/settings/deletion/deletion-store.ts'
import { deleteAccount } from '../server/settings/deletion/delete-accounts.ts'
import { fail, openForCommand, readArguments, runCommand } from './operator-command.ts'

const usage = `Usage: npm run delete-account -- --email you@shop.example [--now]
Deletes the account of this user with all its shops, orders and people in ${deletionDays} days, in which its owner can keep it under
Setting, Account; with --now at once. Make a backup first: npm run backup.`

const { email, now } = readArguments(usage, { email: { type: 'string' }, now: { type: 'boolean' } }).values
if (!email) fail(usage)
await runCommand(async () => {
  const db = await openForCommand('delete-account', { migrates: true })
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
})
