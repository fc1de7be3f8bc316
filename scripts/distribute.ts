/** `npm run distribute`: spreads an installation over the workers of Citus that was there before Citus came. */
import { ConfigError } from '../server/config/config-error.ts'
import { readConfig } from '../server/config/config.ts'
import { distribute, DistributeError } from '../server/db/distribute-tables.ts'
import { migrate } from '../server/db/migrate.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

try {
  const { databaseUrl = '' } = readConfig(process.env, 'production')
  await reachDatabase(databaseUrl)
  await migrate(databaseUrl)
  const tables = await distribute(databaseUrl)
  process.stdout.write(
    tables.length > 0 ? `Distributed ${tables.length} tables.\n` : 'Everything was distributed already.\n',
  )
} catch (error) {
  if (
    error instanceof ConfigError ||
    error instanceof DatabaseUnreachable ||
    error instanceof DistributeError
  )
    fail(error.message)
  throw error
}
