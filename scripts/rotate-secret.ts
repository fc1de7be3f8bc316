/** `npm run rotate-secret`: seals the credentials of all shops and couriers with SECRET_KEY, opening them with SECRET_KEY_OLD where needed. */
import { ConfigError } from '../server/config/config-error.ts'
import { readConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'
import { rotateSecret } from '../server/secrets/reseal.ts'
import { createChainSeal } from '../server/audit/audit-chain.ts'
import { resealHeads } from '../server/audit/reseal-heads.ts'
import { createSealer } from '../server/secrets/seal.ts'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

try {
  const { databaseUrl = '', secretKey, oldSecretKeys } = readConfig(process.env, 'production')
  await reachDatabase(databaseUrl)
  await migrate(databaseUrl)
  const db = openDatabase(databaseUrl, { connections: 2, name: 'seller-console-rotate-secret' })
  const sealer = createSealer([secretKey, ...oldSecretKeys])
  const { sealed, current, closed } = await rotateSecret(db, sealer, (sofar) =>
    process.stdout.write(`${sofar.sealed + sofar.current + sofar.closed} shops and couriers looked at\n`),
  )
  const logs = await resealHeads(db, createChainSeal([secretKey, ...oldSecretKeys]))
  await db.close()
  process.stdout.write(`Sealed ${sealed} with SECRET_KEY; ${current} were already.\n`)
  if (closed > 0)
    fail(
      `Neither SECRET_KEY nor SECRET_KEY_OLD opens the credentials of ${closed} shops and couriers: add the key that sealed them to SECRET_KEY_OLD and run this again.`,
    )
  if (logs > 0)
    fail(
      `Neither SECRET_KEY nor SECRET_KEY_OLD has signed the end of ${logs} audit logs: see npm run audit:check.`,
    )
  process.stdout.write('SECRET_KEY_OLD is needed no more.\n')
} catch (error) {
  if (error instanceof ConfigError || error instanceof DatabaseUnreachable) fail(error.message)
  throw error
}
