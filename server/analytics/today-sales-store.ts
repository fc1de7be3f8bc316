/** Sales by hour and currency of some days, from sales_parts, and since when the account sells. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** `revenue` before refunds; both in minor units. */
export type SalesOfHour = {
  day: string
  hour: number
  currency: string
  orders: number
  revenue: number
  refunds: number
}

/** @param shops that the reader may see; empty: all */
export async function listSalesByHour(
  tx: Tx,
  ownerId: string,
  { days, shops }: { days: string[]; shops: number[] },
): Promise<SalesOfHour[]> {
  const { rows } = await sql<SalesOfHour>`
    select p.day, p.part::int as hour, p.currency, sum(p.orders)::int as orders, sum(p.revenue)::bigint as revenue,
      sum(p.refunds)::bigint as refunds
    from sales_parts p
    where p.owner_id = ${ownerId} and p.kind = 'hour' and p.day = any(${days}::date[])
      and (${shops.length === 0} or p.shop_id = any(${shops}::bigint[]))
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** The first day with a sale; null: there was none. */
export async function readFirstSaleDay(tx: Tx, ownerId: string, shops: number[]): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select min(day) as since from sales_days
    where owner_id = ${ownerId} and orders > 0 and (${shops.length === 0} or shop_id = any(${shops}::bigint[]))`.execute(
    tx,
  )
  return rows[0]?.since ?? null
}
