/**
 * A channel without returns reports refunds with the order: as a sum, without their days. So the order keeps how much
 * the sum rose with which report, and the rise is subtracted from the revenue of that report's day while the order is a
 * sale. Where there are returns, only they count (refunds-store.ts).
 */
import { sql } from 'kysely'
import { isSale, orderStatusOf } from '../../../model/order-status.ts'
import type { Tx } from '../../db/database.ts'
import type { Refund } from '../../../model/sale.ts'
import type { PaidBack } from '../orders-table.ts'
import type { Change } from './order-change.ts'

/** Keeps what the orders, whose rows must be locked, gave back by now, and answers what that takes off and puts back. */
export async function saveOrderRefunds(
  tx: Tx,
  ownerId: string,
  changes: Change[],
): Promise<(Refund & { by: 1 | -1 })[]> {
  const settled = changes.map(({ id, before, status, order }) => {
    const was = before?.refunds ?? []
    return {
      id,
      was,
      now: paidBackBy(was, order.payment.refund, order.changedAt),
      currency: before?.currency ?? order.currency,
      wasSale: before !== undefined && isSale(orderStatusOf(before.status)),
      isSale: isSale(status),
    }
  })
  const rows = settled.filter(({ was, now }) => now !== was)
  if (rows.length > 0)
    await sql`update orders o set refunds = r.now
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, now jsonb)
      where o.owner_id = ${ownerId} and o.id = r.id`.execute(tx)
  return settled.flatMap(({ was, now, currency, ...one }) => {
    const moves = (paid: PaidBack[], by: 1 | -1) =>
      paid.map(({ at, amount }) => ({ by, currency, amount, at: new Date(at) }))
    return [...(one.wasSale ? moves(was, -1) : []), ...(one.isSale ? moves(now, 1) : [])]
  })
}

/** More was paid with this report; what is less now was never paid, the latest of it first. */
function paidBackBy(was: PaidBack[], sum: number, at: Date): PaidBack[] {
  const more = sum - was.reduce((all, { amount }) => all + amount, 0)
  if (more === 0) return was
  if (more > 0) return [...was, { at: at.toISOString(), amount: more }]
  let left = sum
  return was
    .map((one) => {
      const amount = Math.min(one.amount, left)
      left -= amount
      return { ...one, amount }
    })
    .filter(({ amount }) => amount > 0)
}
