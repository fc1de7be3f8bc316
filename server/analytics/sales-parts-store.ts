/**
 * Parts of sales_days: sales by the place that they go to, and by the hour of the account's time zone. Updated with sales_days, for the
 * same orders and refunds, in one statement for all kinds.
 */
import { sql } from 'kysely'
import { orderStatusIds } from '../../model/order-status.ts'
import type { Tx } from '../db/database.ts'
import { dayIn, hourIn } from '../i18n/calendar.ts'
import { piecesOf, soldAt, type CountedSale, type Refund } from '../../model/sale.ts'

export type PartKind = 'place' | 'hour'

const figures = { orders: 0, pieces: 0, canceled: 0, revenue: 0, refunds: 0 }
type Figures = typeof figures
type Part = Figures & { kind: PartKind; day: string; currency: string; part: string }

export async function changeSalesParts(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  sales: CountedSale[],
  refunds: (Refund & { by: 1 | -1 })[],
): Promise<void> {
  const { timezone } = shop
  const sums = new Map<string, Part>()
  const add = (kind: PartKind, at: Date, currency: string, part: string, more: Partial<Figures>): void => {
    const day = dayIn(timezone, at)
    const key = `${kind}/${day}/${currency}/${part}`
    const sum = sums.get(key) ?? { kind, day, currency, part, ...figures }
    for (const name of names) sum[name] += more[name] ?? 0
    sums.set(key, sum)
  }
  for (const { by, region, lines, ...sale } of sales) {
    const { currency, total, placedAt } = sale
    const at = soldAt(sale)
    if (at) {
      const sold = { orders: by, pieces: by * piecesOf(lines), revenue: by * total }
      add('place', at, currency, region, sold)
      add('hour', at, currency, hourIn(timezone, at), sold)
    }
    if (sale.status === orderStatusIds.canceled)
      add('hour', placedAt, currency, hourIn(timezone, placedAt), { canceled: by })
  }
  for (const { by, currency, amount, at } of refunds)
    add('hour', at, currency, hourIn(timezone, at), { refunds: by * amount })
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, sum]) => names.some((name) => sum[name] !== 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  if (rows.length === 0) return
  await sql`insert into sales_parts as p (owner_id, shop_id, kind, day, currency, part, ${columns})
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(kind text, day date, currency text, part text, orders integer,
      pieces integer, canceled integer, revenue bigint, refunds bigint)
    on conflict (owner_id, kind, day, shop_id, currency, part) do update set ${additions}`.execute(tx)
}

const names = Object.keys(figures) as (keyof Figures)[]
const columns = sql.raw(names.join(', '))
const additions = sql.raw(names.map((name) => `${name} = p.${name} + excluded.${name}`).join(', '))
