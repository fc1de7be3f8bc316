/** Sales of the listings of one product or one SKU, from sold_products; what came back of them, from the returns. */
import { returnStatusIds } from '../../model/return-case.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { converted, foreignMoney, withFactor, type ForeignMoney } from './convert-money-store.ts'
import type { DayRange } from './figure-query.ts'

/** A product or a SKU. `visible`: shops that the reader may see; empty: all. */
export type Sold = { ownerId: string; visible: number[]; productId: number | null; skuId: number | null }

/** `currency`: what amounts are converted into. */
export type SoldQuery = Sold & DayRange & { currency: string }

/** The variants by their shop and its code for them, as orders name them. */
function listed(statement: Statement, { visible, productId, skuId }: Sold): string {
  const shops = visible.length > 0 ? ` and k.shop_id = any(${statement.value(visible)}::bigint[])` : ''
  return `select distinct k.shop_id, k.shop_sku from product_skus k where k.owner_id = $1
    and (k.sku_id = ${statement.value(skuId)}::bigint or k.product_id = ${statement.value(productId)}::bigint)${shops}`
}

/** The currency of the shops that list it; null: they have several, or there are none. */
export async function findOneCurrency(db: Database, sold: Sold): Promise<string | null> {
  const statement = new Statement(sold.ownerId)
  const [found] = await db.hotRead<{ currency: string | null }>(
    sold.ownerId,
    statement.finish(`select case when min(s.currency) = max(s.currency) then min(s.currency) end as currency
      from (${listed(statement, sold)}) l join shops s on s.owner_id = $1 and s.id = l.shop_id`),
  )
  return found?.currency ?? null
}

/** Adds `valued`: what was sold of each variant on each day, with the factor of the day's rate. */
function withSales(statement: Statement, query: SoldQuery): void {
  const facts = `select 0 as period, p.day, p.currency, p.shop_id, p.pieces, p.orders, p.revenue, p.order_id
    from (${listed(statement, query)}) l
    join sold_products p on p.owner_id = $1 and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
      and p.day between ${statement.value(query.from)}::date and ${statement.value(query.to)}::date`
  statement.with(`valued as materialized (${withFactor(statement, facts, query.currency)})`)
}

const moneyIn = (statement: Statement, query: SoldQuery) =>
  foreignMoney(statement, { amounts: ['revenue'], into: query.currency, days: query })

/** `revenue` in minor units. */
type Sums = { pieces: number; orders: number; revenue: number }
export type SalesOfDays = { days: (Sums & { day: string })[]; money: ForeignMoney }

const sums = `'pieces', d.pieces, 'orders', d.orders, 'revenue', d.revenue`

export async function listSalesByDay(db: Database, query: SoldQuery): Promise<SalesOfDays> {
  const statement = new Statement(query.ownerId)
  withSales(statement, query)
  const [found] = await db.hotRead<SalesOfDays>(
    query.ownerId,
    statement.finish(`select ${moneyIn(statement, query)} as money, (
      select coalesce(json_agg(json_build_object('day', d.day, ${sums}) order by d.day), '[]')
      from (select day, sum(pieces) as pieces, sum(orders) as orders, ${converted('revenue')} as revenue from valued group by 1) d)
      as days`),
  )
  if (!found) throw new Error('no sales by day')
  return found
}

export type SalesOfShops = Sums & {
  shops: (Sums & { shopId: number; systemName: string; platformId: number })[]
  /** When the latest order of the last day was placed on which pieces were sold. */
  lastOrderAt: string | null
  /** Pieces whose return arrived here, or for which the channel gave the money back; by the time of the request. */
  returned: number
  money: ForeignMoney
}

/** `since` and `until`: when the returns were asked for. `since` null: ever. */
export async function listSalesByShop(
  db: Database,
  query: SoldQuery & { since: Date | null; until: Date },
): Promise<SalesOfShops> {
  const { received, refunded } = returnStatusIds
  const statement = new Statement(query.ownerId)
  withSales(statement, query)
  statement.with(`by_shop as (
    select shop_id, sum(pieces) as pieces, sum(orders) as orders, ${converted('revenue')} as revenue,
      (array_agg(order_id order by day desc, order_id desc) filter (where pieces > 0))[1] as order_id
    from valued group by 1 having sum(pieces) <> 0 or sum(revenue) <> 0)`)
  const since = statement.value(query.since)
  const [found] = await db.hotRead<SalesOfShops>(
    query.ownerId,
    statement.finish(`select ${moneyIn(statement, query)} as money, v.*,
      (select max(o.placed_at) from by_shop d join orders o on o.owner_id = $1 and o.id = d.order_id) as "lastOrderAt",
      (select coalesce(json_agg(json_build_object('shopId', s.id, 'systemName', s.system_name, 'platformId', s.platform_id, ${sums})
          order by d.pieces desc, s.id), '[]')
        from by_shop d join shops s on s.owner_id = $1 and s.id = d.shop_id) as shops,
      (select coalesce(sum(r.quantity), 0)::int
        from (${listed(statement, query)}) l
        join return_lines r on r.owner_id = $1 and r.shop_sku = l.shop_sku
        join return_cases c on c.owner_id = $1 and c.id = r.return_id and c.shop_id = l.shop_id
        where c.kind = 'return' and (c.received_at is not null or c.status in (${received}, ${refunded}))
          and (${since}::timestamptz is null or c.requested_at >= ${since}::timestamptz)
          and c.requested_at < ${statement.value(query.until)}::timestamptz) as returned
      from (
        select coalesce(sum(pieces), 0)::int as pieces, coalesce(sum(orders), 0)::int as orders, ${converted('revenue')} as revenue
        from valued) v`),
  )
  if (!found) throw new Error('no sales by shop')
  return found
}
