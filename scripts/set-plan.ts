/** `npm run set-plan -- --email you@shop.example --code standard --name "Standard" --until 2027-01-31`: what an account that is hosted here pays for. */
import { planFigures } from '../model/plan.ts'
import { createChainSeal } from '../server/audit/audit-chain.ts'
import { findSignIn } from '../server/auth/sessions/sessions-store.ts'
import { setPlan } from '../server/billing/save-plan.ts'
import { PlanRefused } from '../server/billing/plan-input.ts'
import { readConfig } from '../server/config/config.ts'
import { fail, openForCommand, readArguments, runCommand } from './operator-command.ts'

const usage = `Usage: npm run set-plan -- --email you@shop.example --code standard --name "Standard"
  [--until 2027-01-31] [--from 2026-02-01] [--price 29.00] [--currency USD] [--period month|year]
  [--status trial|active|past_due|canceled] [--shops 3] [--staff 5] [--orders 1000] [--skus 500] [--storage 5000000000]
--storage is in bytes; a limit that is left out is none, and without --until the plan never ends.
Back to the plan without price, limits and end: npm run set-plan -- --email you@shop.example --code community`

/** Command-line names of the plan's fields, where they differ. */
const flags: Record<string, string> = { expired_at: 'until', started_at: 'from' }

/** Without what was not given. */
function given(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const all = Object.entries(fields).filter(([, value]) => value !== undefined)
  return all.length > 0 ? Object.fromEntries(all) : undefined
}

const text = { type: 'string' } as const
const figures = { shops: text, staff: text, orders: text, skus: text, storage: text }
const plan = { code: text, name: text, price: text, currency: text, period: text, status: text }
const options = { email: text, until: text, from: text, ...plan, ...figures }
const { email, until, from, shops, staff, orders, skus, storage, ...fields } = readArguments(
  usage,
  options,
).values
if (!email || !fields.code) fail(usage)
const limits = given(
  Object.fromEntries(
    Object.entries({ shops, staff, orders, skus, storage }).map(([figure, text]) => [
      figure,
      text !== undefined && /^\d+$/.test(text) ? Number(text) : text,
    ]),
  ),
)
await runCommand(async () => {
  const { secretKey, oldSecretKeys } = readConfig(process.env, 'production')
  const db = await openForCommand('set-plan', { migrates: true })
  const signIn = await findSignIn(db, email)
  if (!signIn) fail(`Nobody signs in here as ${email}.`)
  const told = given({ ...fields, expired_at: until, started_at: from, limits })
  const seal = createChainSeal([secretKey, ...oldSecretKeys])
  const { plan: current, isNew } = await setPlan(db, seal, signIn.ownerId, told).catch((error: unknown) => {
    if (!(error instanceof PlanRefused)) throw error
    return fail(error.problems.map(({ field, text: problem }) => `--${flagOf(field)} ${problem}`).join('\n'))
  })
  await db.close()
  const end = current?.expiredAt ? `until ${current.expiredAt.toISOString()}` : 'without an end'
  process.stdout.write(
    `The account of ${email} has the plan ${current?.code ?? 'community'}, ${end}${isNew ? '' : ', as before'}.\n`,
  )
})

function flagOf(field: string): string {
  const name = field.replace(/^limits\./, '')
  return (planFigures as readonly string[]).includes(name) ? name : (flags[name] ?? name)
}
