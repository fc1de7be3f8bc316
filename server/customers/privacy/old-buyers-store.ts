/** After how many months an account forgets the buyers of its orders. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { lockRanksForUpdate } from '../customer-rank-store.ts'
import { lockPersons } from '../persons/persons-store.ts'
import { eraseCustomers, eraseFromOrders } from './erase-buyers-store.ts'

/** Null: never. */
export async function findBuyerMonths(tx: Tx, ownerId: string): Promise<number | null> {
  const { rows } = await sql<{ months: number | null }>`
    select buyer_months as months from owners where owner_id = ${ownerId}`.execute(tx)
  return rows[0]?.months ?? null
}

/** Shorter or longer: all orders are looked through once more. */
export async function saveBuyerMonths(tx: Tx, ownerId: string, months: number | null): Promise<void> {
  await sql`update owners set buyer_months = ${months}, buyers_erased_until = null where owner_id = ${ownerId}`.execute(
    tx,
  )
}

/** `late`: orders from before `since` that were saved from then on, so that no run has seen them. */
export type Span = { months: number; since: Date; until: Date; late: Date }

/** The span of time whose orders are to be looked through; undefined: none. Months differ in length, so a few days are looked through again. */
export async function findSpan(tx: Tx, ownerId: string, now: Date): Promise<Span | undefined> {
  const { rows } = await sql<Span>`
    select buyer_months as months, coalesce(buyers_erased_until, '0001-01-01') as since, ${now}::timestamptz - make_interval(months => buyer_months) as until,
      coalesce(buyers_erased_until + make_interval(months => buyer_months, days => -7), ${now}) as late
    from owners where owner_id = ${ownerId} and buyer_months is not null`.execute(tx)
  return rows[0]
}

/** False where the account has chosen otherwise meanwhile. */
export async function saveErasedUntil(tx: Tx, ownerId: string, { months, until }: Span): Promise<boolean> {
  const { rows } = await sql`update owners set buyers_erased_until = ${until}
    where owner_id = ${ownerId} and buyer_months = ${months} returning 1`.execute(tx)
  return rows.length > 0
}

/** Last order of a batch: when it was placed, or saved, as PostgreSQL writes it. */
export type OrderPlace = { at: string; id: number }

/**
 * Some orders that still have their buyer, however they stand: nothing is under way for so long. Those placed in the span, or those that
 * came late; from behind the last batch, as what has been erased would be read again before the others. No place: none is left.
 */
export async function eraseSomeOrders(
  tx: Tx,
  ownerId: string,
  { since, until, late }: Span,
  { which, after, now }: { which: 'placed' | 'late'; after: OrderPlace | undefined; now: Date },
): Promise<{ erased: number; last: OrderPlace | undefined }> {
  const [at, from, before] =
    which === 'placed' ? [sql`placed_at`, since, until] : [sql`updated_at`, late, since]
  const { rows } = await sql<OrderPlace>`
    select id, ${at}::text as at from orders
    where owner_id = ${ownerId} and erased_at is null and placed_at < ${before}
      and (${at}, id) > (${after?.at ?? from}::timestamptz, ${after?.id ?? 0}::bigint)
    order by ${at}, id limit 500`.execute(tx)
  const locked = await sql<{ id: number }>`
    select id from orders where owner_id = ${ownerId} and id = any(${rows.map(({ id }) => id)}::bigint[]) and erased_at is null
    order by id for update`.execute(tx)
  const ids = locked.rows.map(({ id }) => id)
  if (ids.length > 0) await eraseFromOrders(tx, ownerId, ids, now)
  return { erased: ids.length, last: rows.at(-1) }
}

/**
 * Some of the customers who have bought nothing since, also those whose orders came late, and those who never bought and whom their channel
 * has not changed since, unless the same person bought as another. Returns how many.
 */
export async function eraseSomeCustomers(tx: Tx, ownerId: string, span: Span, now: Date): Promise<number> {
  const { since, until, late } = span
  await lockPersons(tx, ownerId)
  await lockRanksForUpdate(tx, ownerId)
  const { rows } = await sql<{ id: number }>`
    (select id from customers where owner_id = ${ownerId} and erased_at is null
        and latest_order_at >= ${since} and latest_order_at < ${until}
      order by latest_order_at, id limit 500)
    union all (select id from customers where owner_id = ${ownerId} and erased_at is null and latest_order_at < ${since}
        and id = any(array(select customer_id from orders
          where owner_id = ${ownerId} and updated_at >= ${late} and placed_at < ${since}))
      limit 500)
    union all (select id from customers c where owner_id = ${ownerId} and erased_at is null and latest_order_at is null
        and greatest(changed_at, created_at) < ${until}
        and not exists (select from customers p
          where p.owner_id = ${ownerId} and p.person_id = c.person_id and p.latest_order_at >= ${until})
      limit 500)
    limit 500`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await eraseCustomers(tx, ownerId, ids, now)
  return ids.length
}

/** Raw records of failed syncs say in no column whose they are, so they go by their age. */
export async function eraseOldFailures(tx: Tx, ownerId: string, { until }: Span): Promise<void> {
  await sql`update sync_failures set raw = null
    where owner_id = ${ownerId} and last_failed_at < ${until} and raw is not null`.execute(tx)
}
