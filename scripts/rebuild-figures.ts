/**
 * `npm run rebuild-figures -- --owner you@shop.example`: counts the figures of analytics and the order list anew from the orders, and
 * says on which days they had been others. Exits with 1 where there were any.
 */
import { rebuildFigures } from '../server/analytics/rebuild-figures-store.ts'
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { fail, openForCommand, readArguments, runCommand } from './operator-command.ts'

const usage = 'Usage: npm run rebuild-figures -- --owner you@shop.example'

const { owner } = readArguments(usage, { owner: { type: 'string' } }).values
if (!owner) fail(usage)
await runCommand(async () => {
  const db = await openForCommand('rebuild-figures', { migrates: false })
  const signIn = await findSignIn(db, owner)
  if (!signIn) fail(`Nobody signs in here as ${owner}.`)
  const changed = await db.asOwner(signIn.ownerId, (tx) => rebuildFigures(tx, signIn.ownerId))
  await db.close()
  for (const [table, days] of Object.entries(changed))
    process.stdout.write(
      `${table}: ${days.length > 0 ? `corrected on ${days.join(', ')}` : 'no difference'}\n`,
    )
  if (Object.values(changed).some((days) => days.length > 0)) process.exit(1)
})
