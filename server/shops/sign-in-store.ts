/** Expiry of a channel's sign-in: the time of the next check, and the reminders for the shop's owner. */
import { sql } from 'kysely'
import { never } from '../../connectors/session.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'

const dayMs = 86_400_000

/** The owner is told so many days before the end. */
const reminderDays = [7, 3, 1]

/** From here on we renew by ourselves what can be renewed, so that nobody is told of an end that can be put off. */
const renewAt = 10

export function endsSoon(endsAt: Date, now: Date): boolean {
  return endsAt.getTime() - now.getTime() <= renewAt * dayMs
}

/** Answers the reminder step that has been reached; undefined before the first. */
function stepOf(endsAt: Date, now: Date): number | undefined {
  const left = (endsAt.getTime() - now.getTime()) / dayMs
  return reminderDays.toReversed().find((days) => left <= days)
}

/** The next moment at which there is something to do; null for what never ends. */
function nextPoll(endsAt: Date, now: Date): Date | null {
  if (endsAt >= never) return null
  const moments = [renewAt, ...reminderDays, 0].map((days) => endsAt.getTime() - days * dayMs)
  const next = moments.find((moment) => moment > now.getTime())
  // Past its end, the channel is asked every hour until it says no.
  return new Date(next ?? now.getTime() + dayMs / 24)
}

/**
 * Takes note of when the sign-in ends. Called with every renewal, and by the clock (`isDue`), which also tells the open
 * pages how many days are left. `atLatest` brings the next look forward after a renewal that failed.
 */
export async function settleSignIn(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  endsAt: Date,
  { isDue = false, atLatest }: { isDue?: boolean; atLatest?: Date | undefined } = {},
): Promise<void> {
  const now = new Date()
  const step = stepOf(endsAt, now)
  const state = step === undefined ? 'ok' : 'expiring'
  const { rows } = await sql`update shops set auth_state = ${state}, updated_at = ${now}
    where owner_id = ${ownerId} and id = ${shopId} and status = 1 and auth_state in ('ok', 'expiring')
      and auth_state <> ${state} returning id`.execute(tx)
  const due = nextPoll(endsAt, now)
  const dueAt = due && atLatest && atLatest < due ? atLatest : due
  await sql`update channel_shops set auth_due_at = ${dueAt}
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  if (rows.length === 0 && !(isDue && step !== undefined)) return
  if (step !== undefined)
    await saveNotifications(tx, ownerId, [
      {
        ownerId,
        shopId,
        type: 'store_token_expiring',
        about: `${step} days`,
        url: `/setting/channels/${shopId}`,
      },
    ])
  const value = { shop_id: shopId, ...(step === undefined ? {} : { days_left: step }) }
  saveEvent(tx, { ownerId, shopId, channel: 'shop.change', value })
}

/** Nothing is left to be kept alive. */
export async function forgetSignIn(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`update channel_shops set auth_due_at = null where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(
    tx,
  )
}

/** Takes the shops whose sign-in has to be looked at, so that one process alone enqueues each; `again` if that gets lost. */
export async function takeDueSignIns(tx: Tx, now: Date, again: Date): Promise<ShopKey[]> {
  const { rows } = await sql<ShopKey>`
    with due as (
      select platform_id, channel_shop_id from channel_shops where auth_due_at <= ${now}
      order by auth_due_at limit 200 for update skip locked)
    update channel_shops d set auth_due_at = ${again} from due
    where d.platform_id = due.platform_id and d.channel_shop_id = due.channel_shop_id
    returning d.owner_id as "ownerId", d.shop_id as "shopId"`.execute(tx)
  return rows
}

export async function enqueueSignInCheck(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  const names = { queue: `shop:${shopId}`, key: `check-sign-in:${shopId}` }
  await enqueue(tx, 'check-sign-in', { ownerId, shopId }, names)
}
