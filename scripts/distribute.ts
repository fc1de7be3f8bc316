/** `npm run distribute`: spreads an installation over the workers of Citus that was there before Citus came. */
import { distribute } from '../server/db/distribute-tables.ts'
import { migrateForCommand, readArguments, readReachableUrl, runCommand } from './operator-command.ts'

readArguments('Usage: npm run distribute, with the settings of the console, while it does not run', {})
await runCommand(async () => {
  const databaseUrl = await readReachableUrl()
  await migrateForCommand(databaseUrl)
  const tables = await distribute(databaseUrl)
  process.stdout.write(
    tables.length > 0 ? `Distributed ${tables.length} tables.\n` : 'Everything was distributed already.\n',
  )
})
