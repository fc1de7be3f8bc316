/** `npm run set-plan -- --email you@shop.example --code standard --name "Standard" --until 2027-01-31`: what an account that is hosted here pays for. */
import { parseArgs } from 'node:util'
import { planFigures } from '../model/plan.ts'
import { createChainSeal } from '../server/audit/audit-chain.ts'
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { setPlan } from '../server/billing/save-plan.ts'
import { PlanRefused } from '../server/billing/plan-input.ts'
import { ConfigError } from '../server/config/config-error.ts'
import { readConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { DatabaseUnreachable, reachDatabase } from '../server/db/reach-database.ts'

const usage = `Usage: npm run set-plan -- --email you@shop.example --code standard --name "Standard"
  [--until 2027-01-31] [--from 2026-02-01] [--price 29.00] [--currency USD] [--period month|year]
  [--status trial|active|past_due|canceled] [--shops 3] [--staff 5] [--orders 1000] [--skus 500] [--storage 5000000000]
--storage is in bytes; a limit that is left out is none, and without --until the plan never ends.
Back to the plan without price, limits and end: npm run set-plan -- --email you@shop.example --code community`

/** Command-line names of the plan's fields, where they differ. */
const flags: Record<string, string> = { expired_at: 'until', started_at: 'from' }

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readArguments() {
  const text = { type: 'string' } as const
  const limits = { shops: text, staff: text, orders: text, skus: text, storage: text }
  const plan = { code: text, name: text, price: text, currency: text, period: text, status: text }
  try {
    return parseArgs({ options: { email: text, until: text, from: text, ...plan, ...limits } }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** Without what was not given. */
function given(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const all = Object.entries(fields).filter(([, value]) => value !== undefined)
  return all.length > 0 ? Object.fromEntries(all) : undefined
}

const { email, until, from, shops, staff, orders, skus, storage, ...fields } = readArguments()
if (!email || !fields.code) fail(usage)
const limits = given(
  Object.fromEntries(
    Object.entries({ shops, staff, orders, skus, storage }).map(([figure, text]) => [
      figure,
      text !== undefined && /^\d+$/.test(text) ? Number(text) : text,
    ]),
  ),
)
try {
  const { databaseUrl = '', secretKey, oldSecretKeys } = readConfig(process.env, 'production')
  await reachDatabase(databaseUrl)
  await migrate(databaseUrl)
  const db = openDatabase(databaseUrl, { connections: 2, name: 'seller-console-set-plan' })
  const signIn = await findSignIn(db, email)
  if (!signIn) fail(`Nobody signs in here as ${email}.`)
  const told = given({ ...fields, expired_at: until, started_at: from, limits })
  const seal = createChainSeal([secretKey, ...oldSecretKeys])
  const { plan, isNew } = await setPlan(db, seal, signIn.ownerId, told)
  await db.close()
  const end = plan?.expiredAt ? `until ${plan.expiredAt.toISOString()}` : 'without an end'
  process.stdout.write(
    `The account of ${email} has the plan ${plan?.code ?? 'community'}, ${end}${isNew ? '' : ', as before'}.\n`,
  )
} catch (error) {
  if (error instanceof PlanRefused)
    fail(error.problems.map(({ field, text }) => `--${flagOf(field)} ${text}`).join('\n'))
  if (error instanceof ConfigError || error instanceof DatabaseUnreachable) fail(error.message)
  throw error
}

function flagOf(field: string): string {
  const name = field.replace(/^limits\./, '')
  return (planFigures as readonly string[]).includes(name) ? name : (flags[name] ?? name)
}
