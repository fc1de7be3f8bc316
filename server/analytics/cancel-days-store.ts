/**
 * Canceled orders by reason, by who canceled, by shop and by the day of the account's time zone on which they were placed. Updated
 * by the transaction that changes an order.
 */
import { type RawBuilder, sql } from 'kysely'
import { orderStatusIds } from '../../model/order-status.ts'
import type { Tx } from '../db/database.ts'
import { dayIn } from '../i18n/calendar.ts'

export type CancelableOrder = {
  status: number
  placedAt: Date
  cancelReason: string | null
  cancelInitiator: string | null
}

const noInitiator = 'unknown'
/** Reasons are told apart by their beginning: buyers write whole letters. */
const reasonLength = 200

/** SQL of the reason and of the initiator by which an order `o` is counted. */
export const countedReason = "coalesce(left(o.cancel_reason, 200), '')"
export const countedInitiator = "coalesce(o.cancel_initiator, 'unknown')"

export async function changeCancelDays(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  changes: (CancelableOrder & { by: 1 | -1 })[],
): Promise<void> {
  const sums = new Map<string, { day: string; initiator: string; reason: string; orders: number }>()
  for (const { by, status, placedAt, cancelReason, cancelInitiator } of changes) {
    if (status !== orderStatusIds.canceled) continue
    const day = dayIn(shop.timezone, placedAt)
    const initiator = cancelInitiator ?? noInitiator
    const reason = beginning(cancelReason ?? '')
    const key = JSON.stringify([day, initiator, reason])
    const sum = sums.get(key) ?? { day, initiator, reason, orders: 0 }
    sum.orders += by
    sums.set(key, sum)
  }
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, { orders }]) => orders !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  if (rows.length === 0) return
  await sql`insert into cancel_days as d (owner_id, shop_id, day, initiator, reason, orders)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(day date, initiator text, reason text, orders integer)
    on conflict (owner_id, day, shop_id, initiator, reason) do update set orders = d.orders + excluded.orders`.execute(
    tx,
  )
}

/** As PostgreSQL's left() counts: characters, not their halves. */
function beginning(reason: string): string {
  return reason.length <= reasonLength ? reason : Array.from(reason).slice(0, reasonLength).join('')
}

/** Counts all orders of an account, of which none is counted. @param dayOf SQL of the day of an instant */
export async function recountCancels(
  tx: Tx,
  ownerId: string,
  dayOf: (instant: string) => RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into cancel_days (owner_id, day, shop_id, initiator, reason, orders)
    select o.owner_id, ${dayOf('o.placed_at')}::date, o.shop_id, ${sql.raw(countedInitiator)}, ${sql.raw(countedReason)}, count(*)
    from orders o where o.owner_id = ${ownerId} and o.status = ${orderStatusIds.canceled} group by 1, 2, 3, 4, 5`.execute(
    tx,
  )
}
