/** `npm run backup -- --owner you@shop.example --out account.backup`: everything of one account, as one file. */
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { writeBackupFile } from '../server/backup/backup-file.ts'
import { fail, openForCommand, readArguments, runCommand } from './operator-command.ts'

const usage = 'Usage: npm run backup -- --owner you@shop.example --out account.backup'

const text = { type: 'string' } as const
const { owner, out } = readArguments(usage, { owner: text, out: text }).values
if (!owner || !out) fail(usage)
await runCommand(async () => {
  const db = await openForCommand('backup', { migrates: false })
  const signIn = await findSignIn(db, owner)
  if (!signIn) fail(`Nobody signs in here as ${owner}.`)
  const { rows } = await writeBackupFile(db, signIn.ownerId, out)
  await db.close()
  process.stdout.write(
    `Wrote the account of ${owner}, ${rows} rows, to ${out}. Keys of shops and couriers in it are sealed: keep SECRET_KEY apart from it, they open with nothing else.\n`,
  )
})
