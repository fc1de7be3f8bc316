/** The first account of a new console, made in the browser by whoever can read what the server prints. Decision 0088. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../model/errors.ts'
import { nameActor } from '../../audit/trail.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { Log } from '../../log.ts'
import { saveOwner } from '../../settings/owners-store.ts'
import { findTimezones } from '../../settings/timezones-store.ts'
import { requireHardToGuess } from '../passwords/guessable-password.ts'
import { countAddress } from '../sessions/sign-in-tries.ts'
import { hasAccounts, hasAccountsLocked } from './first-run-store.ts'
import { isSetupCode, setupCode } from './setup-code.ts'

const mostTries = 10

export function firstRunRoutes(serve: Serve, { db, config }: ServerContext): void {
  // Asked of the database until there is an account. Deleting the last one opens nothing before the server is started anew.
  let isClosed = false
  async function isOpen(): Promise<boolean> {
    isClosed ||= isDemo(config) || (await db.local(hasAccounts))
    return !isClosed
  }

  serve('GET /first-run', async () => {
    if (!(await isOpen())) return { data: { is_open: false, timezones: [] } }
    const { offered } = await db.local(findTimezones)
    return { data: { is_open: true, timezones: offered } }
  })

  serve('POST /first-run', async ({ body, request, translate }) => {
    if (!(await isOpen())) throw new AppError('already_set_up')
    await countAddress(db, request, 'first-run-', mostTries)
    const { code, company_name: companyName, ...owner } = body
    if (!isSetupCode(code, config.secretKey)) throw invalid('code', 'field.setup_code_wrong')
    const { isKnown } = await db.local(findTimezones)
    if (!isKnown(owner.timezone)) throw invalid('timezone', 'field.timezone')
    requireHardToGuess(owner.password, { ...owner, companyName })

    const ownerId = randomUUID()
    await db.asOwner(ownerId, async (tx) => {
      if (await hasAccountsLocked(tx)) throw new AppError('already_set_up')
      const userId = await saveOwner(tx, ownerId, { ...owner, companyName })
      nameActor({ ownerId, userId, name: owner.name }, tx)
    })
    return { data: null, message: translate('done.set_up') }
  })
}

function invalid(field: string, message: string): AppError {
  return new AppError('validation_failed', { invalidFields: { [field]: message } })
}

/** The demo makes its accounts by itself. */
const isDemo = ({ mode }: Config): boolean => mode === 'demo'

/** Prints where the first account is made, and the code for it. Nothing once there is one. */
export async function announceFirstRun(db: Database, config: Config, log: Log): Promise<void> {
  if (isDemo(config) || (await db.local(hasAccounts))) return
  const code = setupCode(config.secretKey)
  log.warn(
    { event: 'first_run' },
    `no account yet: set up the console at ${config.publicUrl}/auth/first-run#${code} (set-up code ${code})`,
  )
}
