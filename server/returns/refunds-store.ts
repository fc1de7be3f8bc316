/**
 * Money that went back to buyers comes off the revenue (sales-store.ts), on the day on which it did and while the order of it
 * is a sale. Each return keeps what was taken off for it and at which moment, so that whatever is told next, be it told again,
 * late or corrected, moves the difference and nothing else.
 */
import { sql } from 'kysely'
import type { ShopKey, Tx } from '../db/database.ts'
import { changeSales } from '../analytics/sales-store.ts'
import { noSale, type Refund } from '../../model/sale.ts'
import { lockTimezoneForShare } from '../settings/account-store.ts'

type Behind = {
  id: number
  currency: string
  takenOff: number
  takenOffAt: Date | null
  due: number
  dueAt: Date | null
}

const isDue = sql`(c.refunded_at is not null and o.status <> all(${noSale}::smallint[]))`
const due = sql`case when ${isDue} then c.refund else 0 end`
const dueAt = sql`case when ${isDue} then c.refunded_at end`

/** SQL for a return `c` and its order `o`: true if the subtracted refund differs from the due one. */
export const isBehind = sql`(c.taken_off, c.taken_off_at) is distinct from (${due}, ${dueAt})`

/** Takes off what is to be for the returns of the orders, whose rows must be locked. */
export async function takeOffRefunds(tx: Tx, shop: ShopKey, orderIds: number[]): Promise<void> {
  const refunds = await moveRefunds(tx, shop, orderIds)
  if (refunds.length === 0) return
  await changeSales(tx, { ...shop, timezone: await lockTimezoneForShare(tx, shop.ownerId) }, [], refunds)
}

/** For who changes the sales himself: notes on the returns what he takes off and puts back with what this answers. */
export async function moveRefunds(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  orderIds: number[],
): Promise<(Refund & { by: 1 | -1 })[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<Behind>`
    select c.id, c.currency, c.taken_off as "takenOff", c.taken_off_at as "takenOffAt", ${due} as due, ${dueAt} as "dueAt"
    from return_cases c join orders o on o.owner_id = ${ownerId} and o.shop_id = c.shop_id
      and o.channel_order_id = c.channel_order_id
    where c.owner_id = ${ownerId} and c.shop_id = ${shopId} and o.id = any(${orderIds}::bigint[]) and ${isBehind}
    order by c.id for update of c`.execute(tx)
  if (rows.length === 0) return []
  await sql`update return_cases c set taken_off = r.due, taken_off_at = r."dueAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, due bigint, "dueAt" timestamptz)
    where c.owner_id = ${ownerId} and c.id = r.id`.execute(tx)
  return rows.flatMap(({ currency, takenOff, takenOffAt, due: amount, dueAt: at }) => [
    ...(takenOffAt ? [{ by: -1 as const, currency, amount: takenOff, at: takenOffAt }] : []),
    ...(at ? [{ by: 1 as const, currency, amount, at }] : []),
  ])
}
