import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import type { Currency } from '../../model/money.ts'
import type { Tx } from '../db/database.ts'
import { claimVersion, findVersion } from '../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { findAccount } from './account-store.ts'
import { listExchangeRates, listMissingRates, saveExchangeRates } from './exchange-rates-store.ts'

export function exchangeRatesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settings/exchange-rates', async ({ session: { ownerId } }) => ({
    data: await db.read(ownerId, (tx) => present(tx, ownerId)),
  }))

  serve('PUT /settings/exchange-rates', async ({ body: { rates, updated_at: read }, session }) => {
    const { ownerId, name: by } = session
    const data = await db.asOwner(ownerId, async (tx) => {
      const { currency: into } = await findAccount(tx, ownerId)
      for (const [at, rate] of rates.entries()) {
        const isTwice =
          rates.findIndex((one) => one.currency === rate.currency && one.from === rate.from) < at
        if (isTwice) throw refusal(at, 'from', 'field.repeated_rate')
        if (rate.currency === into) throw refusal(at, 'currency', 'field.own_currency')
      }
      await claimVersion(tx, session, ['exchange_rates'], read)
      await saveExchangeRates(tx, { ownerId, into, by }, rates)
      return present(tx, ownerId)
    })
    return { data }
  })
}

function refusal(at: number, field: string, text: string): AppError {
  return new AppError('validation_failed', { invalidFields: { [`rates.${at}.${field}`]: text } })
}

async function present(tx: Tx, ownerId: string): Promise<Reply<'GET /settings/exchange-rates'>['data']> {
  const { currency } = await findAccount(tx, ownerId)
  const rates = await listExchangeRates(tx, ownerId, currency)
  const missing = await listMissingRates(tx, ownerId, currency)
  return {
    currency,
    rates: rates.map(({ changedBy, changedAt, ...rate }) => ({
      ...rate,
      currency: rate.currency as Currency,
      changed_by: changedBy,
      changed_at: changedAt.toISOString(),
    })),
    missing: missing.map((one) => ({ ...one, currency: one.currency as Currency })),
    updated_at: await findVersion(tx, ownerId, 'exchange_rates'),
  }
}
