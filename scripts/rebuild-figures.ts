/**
 * `npm run rebuild-figures -- --owner you@shop.example`: counts the figures of analytics and the order list anew from the orders, and
 * says on which days they had been others. Exits with 1 where there were any.
 */
import { parseArgs } from 'node:util'
import { rebuildFigures } from '../server/analytics/rebuild-figures-store.ts'
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { ConfigError } from '../server/config/config-error.ts'
import { readConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const { owner } = parseArgs({ options: { owner: { type: 'string' } } }).values
if (!owner) fail('Usage: npm run rebuild-figures -- --owner you@shop.example')
try {
  const { databaseUrl = '' } = readConfig(process.env, 'production')
  await reachDatabase(databaseUrl)
  const db = openDatabase(databaseUrl, { connections: 2, name: 'seller-console-rebuild-figures' })
  const signIn = await findSignIn(db, owner)
  if (!signIn) fail(`Nobody signs in here as ${owner}.`)
  const changed = await db.asOwner(signIn.ownerId, (tx) => rebuildFigures(tx, signIn.ownerId))
  await db.close()
  for (const [table, days] of Object.entries(changed))
    process.stdout.write(
      `${table}: ${days.length > 0 ? `corrected on ${days.join(', ')}` : 'no difference'}\n`,
    )
  if (Object.values(changed).some((days) => days.length > 0)) process.exit(1)
} catch (error) {
  if (error instanceof ConfigError || error instanceof DatabaseUnreachable) fail(error.message)
  throw error
}
