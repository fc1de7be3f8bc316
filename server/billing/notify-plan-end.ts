/**
 * The job that tells an account that its plan ends: a week before, a day before, and when it has ended. Each once, as what was
 * told is noted by the transaction that tells it; a day that nobody was awake is made good, and what is late by then left out.
 */
import { endingDays } from '../../model/plan.ts'
import type { Database, Tx } from '../db/database.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'
import { enqueuePlanNotice, lockPlan, saveNotifiedDays } from './plans-store.ts'

const dayMs = 86_400_000
/** Days before the end. */
const steps = [endingDays, 1, 0]

export function createNotifyPlanEnd(db: Database) {
  return async function notifyPlanEnd(payload: unknown): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    await db.asOwner(ownerId, (tx) => notify(tx, ownerId, new Date()))
  }
}

async function notify(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const { plan, notifiedDays = null } = (await lockPlan(tx, ownerId)) ?? {}
  const end = plan?.expiredAt
  // Setting an end enqueues this job again.
  if (!end) return
  const due = steps.findLast((days) => +end - days * dayMs <= +now)
  const hasChanged = due !== undefined && (notifiedDays === null || due < notifiedDays)
  if (hasChanged) {
    const type = due === 0 ? 'plan_expired' : 'plan_nearly_expired'
    const about = `${end.toISOString()}/${due}`
    await saveNotifications(tx, ownerId, [{ ownerId, type, shopId: null, about, url: '/setting/bill' }])
    await saveNotifiedDays(tx, ownerId, due)
    // Pages that are open say so from now on.
    saveEvent(tx, { ownerId, channel: 'plan.change', shopId: null, value: {} })
  }
  const next = steps.find((days) => days < (due ?? Infinity))
  if (next !== undefined) await enqueuePlanNotice(tx, ownerId, new Date(+end - next * dayMs))
}
