/** `npm run restore -- account.backup`: puts an account back that `npm run backup` wrote. */
import { restoreAccount } from '../server/backup/restore-account.ts'
import { openBackupPlace } from '../server/backup/scheduled/open-backup-place.ts'
import { isS3Address, readBackupPlace } from '../server/config/backup-config.ts'
import { prepareJobs } from '../server/jobs/jobs.ts'
import { fail, openForCommand, readArguments, runCommand } from './operator-command.ts'

const usage = 'Usage: npm run restore -- account.backup, or s3://bucket/folder/account.backup'

/** "s3://bucket/folder/name": the place and the file in it. */
function splitPlace(address: string): { folder: string; name: string } {
  const at = address.lastIndexOf('/')
  return { folder: address.slice(0, at), name: address.slice(at + 1) }
}

const [path, ...more] = readArguments(usage, {}, true).positionals
if (!path || more.length > 0) fail(usage)
await runCommand(async () => {
  const db = await openForCommand('restore', { migrates: true })
  await prepareJobs(db.pool)
  const { folder, name } = splitPlace(path)
  const { rows } = isS3Address(path)
    ? await restoreAccount(db, path, () => openBackupPlace(readBackupPlace(process.env, folder)).open(name))
    : await restoreAccount(db, path)
  await db.close()
  process.stdout.write(
    `Restored ${rows} rows. Start the console with the SECRET_KEY that the account was written under: the keys of its shops and couriers open with nothing else.\n`,
  )
})
