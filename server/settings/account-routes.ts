import { AppError } from '../../model/errors.ts'
import type { Tx } from '../db/database.ts'
import { claimVersion, findVersion } from '../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { findAccount } from './account-store.ts'
import { changeAccount } from './change-account.ts'
import { findTimezones } from './timezones-store.ts'

export function accountRoutes(serve: Serve, { db, sessions }: ServerContext): void {
  serve('GET /settings/account', async ({ session: { ownerId } }) => ({
    data: await db.asOwner(ownerId, (tx) => present(tx, ownerId)),
  }))

  serve('PUT /settings/account', async ({ body: { updated_at: read, number_format, ...body }, session }) => {
    const { ownerId } = session
    const data = await db.asOwner(ownerId, async (tx) => {
      const { isKnown } = await findTimezones(tx)
      if (!isKnown(body.timezone))
        throw new AppError('validation_failed', { invalidFields: { timezone: 'field.timezone' } })
      await claimVersion(tx, session, ['account'], read)
      const numberFormat = number_format ?? (await findAccount(tx, ownerId)).numberFormat
      await changeAccount(tx, ownerId, { ...body, numberFormat })
      return present(tx, ownerId)
    })
    sessions.forgetAll()
    return { data }
  })
}

async function present(tx: Tx, ownerId: string) {
  const updatedAt = await findVersion(tx, ownerId, 'account')
  const { timezone, currency, numberFormat, regionShop, orders } = await findAccount(tx, ownerId)
  const { offered } = await findTimezones(tx)
  return {
    timezone,
    currency,
    number_format: numberFormat,
    region_shop: regionShop,
    updated_at: updatedAt,
    orders,
    timezones: offered,
  }
}
