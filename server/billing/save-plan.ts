import { isDeepStrictEqual } from 'node:util'
import type { ChainSeal } from '../audit/audit-chain.ts'
import { addPlainEntry } from '../audit/trail.ts'
import { notifySessionsChanged } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { findAccount } from '../settings/account-store.ts'
import { lockPeople } from '../auth/staff/staff-store.ts'
import { communityCode, presentPlan, type Plan } from './present-plan.ts'
import { enqueuePlanNotice, lockPlan, removePlan, savePlan } from './plans-store.ts'
import { readPlanInput, type PlanInput } from './plan-input.ts'

/**
 * Gives an account the plan that an operator or the central home tells, in force at its next request. Answers what it has
 * now (null: the plan of whoever hosts the console himself) and whether that is new. Throws PlanRefused.
 */
export async function setPlan(
  db: Database,
  seal: ChainSeal,
  ownerId: string,
  told: unknown,
): Promise<{ plan: Plan | null; isNew: boolean }> {
  return db.asOwner(ownerId, async (tx) => {
    // Without a plan yet, `lockPlan` has no row to lock.
    await lockPeople(tx, ownerId)
    const before = (await lockPlan(tx, ownerId))?.plan ?? null
    const wanted = readPlanInput(told, await findAccount(tx, ownerId))
    const plan = wanted && { ...wanted, startedAt: wanted.startedAt ?? beginning(wanted, before) }
    if (isDeepStrictEqual(plan, before)) return { plan, isNew: false }
    if (plan) await savePlan(tx, ownerId, plan)
    else await removePlan(tx, ownerId)
    await enqueuePlanNotice(tx, ownerId, new Date())
    const { old, now } = difference(before, plan)
    await addPlainEntry(tx, seal, ownerId, {
      action: 'plan.set',
      userId: null,
      userName: null,
      before: JSON.stringify(old),
      after: JSON.stringify(now),
    })
    await notifySessionsChanged(tx)
    saveEvent(tx, { ownerId, channel: 'plan.change', shopId: null, value: {} })
    return { plan, isNew: true }
  })
}

/** A plan that goes on keeps its beginning; one that is told after its end did not begin after it. */
function beginning({ code, expiredAt }: PlanInput, before: Plan | null): Date {
  if (before?.code === code) return before.startedAt
  return new Date(Math.min(Date.now(), expiredAt?.getTime() ?? Infinity))
}

type Told = Record<string, unknown>

/** Returns the changed fields, as the audit log shows them. */
function difference(before: Plan | null, after: Plan | null): { old: Told; now: Told } {
  const [old, now] = [tell(before), tell(after)]
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !isDeepStrictEqual(old[key] ?? null, now[key] ?? null),
  )
  const pick = (told: Told) =>
    Object.fromEntries(changed.filter((key) => key in told).map((key) => [key, told[key]]))
  return { old: pick(old), now: pick(now) }
}

function tell(plan: Plan | null): Told {
  if (!plan) return { plan: communityCode }
  const { code, ...shown } = presentPlan(plan)
  return {
    plan: code,
    ...shown,
    status: plan.status,
    started_at: plan.startedAt.toISOString(),
    expired_at: plan.expiredAt?.toISOString() ?? null,
  }
}
