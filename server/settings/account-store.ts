/** The account's time zone, currency and number format, and the lock that keeps what is counted by its days in step with the time zone. */
import { sql } from 'kysely'
import type { Currency } from '../../model/money.ts'
import type { NumberFormat } from '../../model/number-format.ts'
import type { Tx } from '../db/database.ts'

export type AccountSetting = { timezone: string; currency: Currency; numberFormat: NumberFormat }
export type FoundAccount = AccountSetting & {
  isTimezoneChosen: boolean
  isCurrencyChosen: boolean
  /** The shop whose region decided; null where somebody has chosen. */
  regionShop: string | null
}

export async function findAccount(tx: Tx, ownerId: string): Promise<FoundAccount & { orders: number }> {
  const { rows } = await sql<FoundAccount>`
    select timezone, currency, number_format as "numberFormat", is_timezone_chosen as "isTimezoneChosen", is_currency_chosen as "isCurrencyChosen",
      region_shop as "regionShop" from owners where owner_id = ${ownerId}`.execute(tx)
  const [account] = rows
  if (!account) throw new Error(`no owner ${ownerId}`)
  const { rows: counted } = await sql<{ orders: number }>`
    select coalesce(sum(unpaid + pending + confirmed + ready_to_ship + shipped + delivered + canceled + returned + failed), 0)::int
      as orders from order_counts where owner_id = ${ownerId} and span = 0`.execute(tx)
  return { ...account, orders: counted[0]?.orders ?? 0 }
}

/** From now on they count as chosen, whoever chose. */
export async function saveAccount(
  tx: Tx,
  ownerId: string,
  { timezone, currency, numberFormat }: AccountSetting,
  regionShop: string | null,
): Promise<void> {
  await sql`update owners set timezone = ${timezone}, currency = ${currency}, number_format = ${numberFormat}, is_timezone_chosen = true,
      is_currency_chosen = true, region_shop = ${regionShop}
    where owner_id = ${ownerId}`.execute(tx)
}

/**
 * The account's time zone, which stays as it is until the transaction ends. Whoever counts something by its days asks here,
 * and not a session or a job that began earlier.
 */
export async function lockTimezoneForShare(tx: Tx, ownerId: string): Promise<string> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockOf(ownerId)}, 0))`.execute(tx)
  return findTimezone(tx, ownerId)
}

/** The same for whoever changes it: waits for all who count, and has those who come wait. */
export async function lockTimezoneForUpdate(tx: Tx, ownerId: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockOf(ownerId)}, 0))`.execute(tx)
  return findTimezone(tx, ownerId)
}

// A statement of its own, so that it sees what was there when the lock was given, and not when it was asked for.
export async function findTimezone(tx: Tx, ownerId: string): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from owners where owner_id = ${ownerId}`.execute(tx)
  const [owner] = rows
  if (!owner) throw new Error(`no owner ${ownerId}`)
  return owner.timezone
}

function lockOf(ownerId: string): string {
  return `timezone/${ownerId}`
}
