/** The plans of accounts that somebody hosts. No row: the plan of whoever hosts the console himself. */
import { sql } from 'kysely'
import { AppError } from '../../model/errors.ts'
import type { PlanFigure } from '../../model/plan.ts'
import type { Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Plan } from './present-plan.ts'

type Row = Omit<Plan, 'limits'> & Plan['limits'] & { notifiedDays: number | null }

const columns = sql`code, name, price, currency, period, shops, staff, orders, skus, storage, status,
  started_at as "startedAt", expired_at as "expiredAt", notified_days as "notifiedDays"`

export async function findPlan(tx: Tx, ownerId: string): Promise<Plan | undefined> {
  const { rows } = await sql<Row>`select ${columns} from plans where owner_id = ${ownerId}`.execute(tx)
  return rows[0] && storedOf(rows[0]).plan
}

/** `toldDays`: how many days before its end that was said last. */
type StoredPlan = { plan: Plan; notifiedDays: number | null }

/** Locks the plan: changing it, notifying of its end and using up its limits wait for each other. */
export async function lockPlan(tx: Tx, ownerId: string): Promise<StoredPlan | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} from plans where owner_id = ${ownerId} for update`.execute(tx)
  return rows[0] && storedOf(rows[0])
}

function storedOf({ shops, staff, orders, skus, storage, notifiedDays, ...plan }: Row): StoredPlan {
  return { plan: { ...plan, limits: { shops, staff, orders, skus, storage } }, notifiedDays }
}

/** Another end is to be told of anew. */
export async function savePlan(tx: Tx, ownerId: string, plan: Plan): Promise<void> {
  const { code, name, price, currency, period, limits, status, startedAt, expiredAt } = plan
  await sql`insert into plans as p (owner_id, code, name, price, currency, period, shops, staff, orders, skus, storage,
      status, started_at, expired_at)
    values (${ownerId}, ${code}, ${name}, ${price}, ${currency}, ${period}, ${limits.shops}, ${limits.staff},
      ${limits.orders}, ${limits.skus}, ${limits.storage}, ${status}, ${startedAt}, ${expiredAt})
    on conflict (owner_id) do update set code = excluded.code, name = excluded.name, price = excluded.price,
      currency = excluded.currency, period = excluded.period, shops = excluded.shops, staff = excluded.staff,
      orders = excluded.orders, skus = excluded.skus, storage = excluded.storage, status = excluded.status,
      started_at = excluded.started_at, expired_at = excluded.expired_at,
      notified_days = case when p.expired_at is not distinct from excluded.expired_at then p.notified_days end`.execute(
    tx,
  )
}

export async function removePlan(tx: Tx, ownerId: string): Promise<void> {
  await sql`delete from plans where owner_id = ${ownerId}`.execute(tx)
}

export async function saveNotifiedDays(tx: Tx, ownerId: string, days: number): Promise<void> {
  await sql`update plans set notified_days = ${days} where owner_id = ${ownerId}`.execute(tx)
}

/** One job per account, which enqueues the next. */
export async function enqueuePlanNotice(tx: Tx, ownerId: string, runAt: Date): Promise<void> {
  const name = `notify-plan-end:${ownerId}`
  await enqueue(tx, 'notify-plan-end', { ownerId }, { queue: name, key: name, runAt })
}

const counted = {
  shops: (ownerId: string) =>
    sql`select count(*)::int as n from shops where owner_id = ${ownerId} and status = 1`,
  staff: (ownerId: string) =>
    sql`select count(*)::int as n from users where owner_id = ${ownerId} and status in (0, 1)`,
}

/**
 * Does what may take one more of the plan's places. Two at once cannot both take the last one: the second waits for the
 * first. Who has more than the plan allows already may change what he has.
 */
export async function withinPlan<T>(
  tx: Tx,
  ownerId: string,
  figure: keyof typeof counted & PlanFigure,
  work: () => Promise<T>,
): Promise<T> {
  const limit = (await lockPlan(tx, ownerId))?.plan.limits[figure] ?? null
  if (limit === null) return work()
  const count = async () => {
    const { rows } = await sql<{ n: number }>`${counted[figure](ownerId)}`.execute(tx)
    return rows[0]?.n ?? 0
  }
  const before = await count()
  const result = await work()
  const after = await count()
  if (after > before && after > limit) throw new AppError('plan_limit', { limit: { figure, most: limit } })
  return result
}
