/** Sales of some days and their hours in the account's reporting currency, from sales_parts, and since when the account sells. */
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { converted, foreignCurrencies, withFactor, type ForeignCurrency } from './convert-money-store.ts'

/** Minor units of the reporting currency. */
export type SalesOfHours = {
  day: string
  /** Null: of more than one hour. */
  hour: number | null
  /** Whether these hours of the day are over by now; null: all hours. */
  isOver: boolean | null
  orders: number
  /** After refunds. */
  net: number
}

export type TodaySales = {
  /** A row for each hour, for the hours that are over and the others together, and for each day. */
  rows: SalesOfHours[]
  isConverted: boolean
  /** Sales of today, after refunds, in currencies without a rate, in their minor units. */
  others: Record<string, number> | null
  /** Today’s and those of the days before. */
  foreign: ForeignCurrency[]
}

type Asked = {
  ownerId: string
  today: string
  before: string[]
  /** The present hour. */
  until: number
  /** Shops that the reader may see; empty: all. */
  shops: number[]
  currency: string
}

/** Each amount is rounded once, so that today is the net revenue that analytics tell of the same day. */
export async function readTodaySales(db: Database, asked: Asked): Promise<TodaySales> {
  const { ownerId, today, before, until, shops, currency } = asked
  const statement = new Statement(ownerId)
  const ofShops = shops.length > 0 ? ` and p.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  const facts = `select p.day, p.part::int as hour, p.part::int < ${statement.value(until)}::int as is_over, p.currency,
      sum(p.orders) as orders, sum(p.revenue - p.refunds) as net
    from sales_parts p where p.owner_id = $1 and p.kind = 'hour' and p.day = any(${statement.value([today, ...before])}::date[])${ofShops}
    group by 1, 2, 3, 4`
  const day = `${statement.value(today)}::date`
  statement.with(`valued as materialized (${withFactor(statement, facts, currency)})`)
  const [found] = await db.hotRead<TodaySales>(
    ownerId,
    statement.finish(`select (
        select coalesce(json_agg(r), '[]') from (
          select day, hour, is_over as "isOver", sum(orders)::int as orders, ${converted('net')} as net
          from valued group by grouping sets ((day, hour), (day, is_over), (day))) r) as rows,
      (select coalesce(bool_or(currency <> ${statement.value(currency)}::text and factor is not null and net <> 0), false)
        from valued where day = ${day}) as "isConverted",
      (select json_object_agg(n.currency, n.total) from (
        select currency, sum(net)::bigint as total from valued where factor is null and day = ${day} group by 1
        having sum(net) <> 0) n) as others,
      ${foreignCurrencies(statement, ['net'], currency)} as "foreign"`),
  )
  if (!found) throw new Error('the sales of today gave nothing')
  return found
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
