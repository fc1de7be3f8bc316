/** Another time zone, currency or number format of an account, with all that is counted by them. */
import { settingsOfRegion } from '../../model/region.ts'
import { notifySessionsChanged } from '../auth/sessions/sessions-store.ts'
import { changeRankCurrency } from '../customers/customer-rank-store.ts'
import type { Tx } from '../db/database.ts'
import { claimVersion } from '../http/edit-versions-store.ts'
import { moveDigests } from '../notifications/digests-store.ts'
import { nextDigestAt } from '../i18n/digest-time.ts'
import { movedReportAt } from '../i18n/mail-report-time.ts'
import { moveReports } from '../analytics/reports/mail-report-store.ts'
import { recountDays } from '../analytics/recount-days-store.ts'
import { findAccount, lockTimezoneForUpdate, saveAccount, type AccountSetting } from './account-store.ts'

/** `regionShop`: the shop that they follow; null where somebody chose them. */
export async function changeAccount(
  tx: Tx,
  ownerId: string,
  wanted: AccountSetting,
  regionShop: string | null = null,
): Promise<void> {
  const { currency } = await findAccount(tx, ownerId)
  if (wanted.currency !== currency) await changeRankCurrency(tx, ownerId, wanted.currency)
  const timezone = await lockTimezoneForUpdate(tx, ownerId)
  await saveAccount(tx, ownerId, wanted, regionShop)
  if (wanted.timezone !== timezone) {
    await recountDays(tx, ownerId, wanted.timezone)
    await moveDigests(tx, ownerId, nextDigestAt(wanted.timezone, new Date()))
    const zones = { from: timezone, to: wanted.timezone }
    await moveReports(tx, ownerId, (choice, dueAt) => movedReportAt(zones, choice, dueAt, new Date()))
  }
  await notifySessionsChanged(tx)
}

/** A new account takes what nobody has chosen from the region of its first shop. */
export async function followShop(
  tx: Tx,
  ownerId: string,
  { name, region }: { name: string; region: string },
): Promise<void> {
  const local = settingsOfRegion(region)
  if (!local) return
  const before = await findAccount(tx, ownerId)
  if (before.isTimezoneChosen && before.isCurrencyChosen) return
  await claimVersion(tx, { ownerId, name }, ['account'], undefined)
  const timezone = before.isTimezoneChosen ? before.timezone : local.timezone
  const currency = before.isCurrencyChosen ? before.currency : local.currency
  await changeAccount(tx, ownerId, { timezone, currency, numberFormat: before.numberFormat }, name)
}
