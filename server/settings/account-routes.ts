import { AppError } from '../../model/errors.ts'
import { tellSessionsChanged } from '../auth/sessions-store.ts'
import { changeRankCurrency } from '../customers/customer-rank-store.ts'
import type { Tx } from '../db/database.ts'
import { moveDigests } from '../notifications/digests-store.ts'
import { nextDigestAt } from '../notifications/digest-time.ts'
import { recountDays } from '../orders/recount-days-store.ts'
import type { Serve, ServerContext } from '../serve-endpoint.ts'
import { findAccount, lockTimezone, saveAccount } from './account-store.ts'
import { findTimezones } from './timezones.ts'

export function accountRoutes(serve: Serve, { db, sessions }: ServerContext): void {
  serve('GET /settings/account', async ({ session: { ownerId } }) => ({
    data: await db.asOwner(ownerId, (tx) => present(tx, ownerId)),
  }))

  serve('PUT /settings/account', async ({ body, session: { ownerId } }) => {
    const data = await db.asOwner(ownerId, async (tx) => {
      const { isKnown } = await findTimezones(tx)
      if (!isKnown(body.timezone))
        throw new AppError('validation_failed', { invalidFields: { timezone: 'field.timezone' } })
      const { currency } = await findAccount(tx, ownerId)
      if (body.currency !== currency) await changeRankCurrency(tx, ownerId, body.currency)
      const timezone = await lockTimezone(tx, ownerId)
      await saveAccount(tx, ownerId, body)
      if (body.timezone !== timezone) {
        await recountDays(tx, ownerId, body.timezone)
        await moveDigests(tx, ownerId, nextDigestAt(body.timezone, new Date()))
      }
      await tellSessionsChanged(tx)
      return present(tx, ownerId)
    })
    sessions.forgetAll()
    return { data }
  })
}

async function present(tx: Tx, ownerId: string) {
  const { timezone, currency, orders } = await findAccount(tx, ownerId)
  const { offered } = await findTimezones(tx)
  return { timezone, currency, orders, timezones: offered }
}
