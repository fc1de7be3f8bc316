/** SKUs by how long their stock lasts, and those with stock that nobody buys. */
import { fewestOrders } from '../../model/restock.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { removedLinks } from '../listings/removal/removed-links-store.ts'
import { foreignMoney, withFactor, type ForeignMoney } from './convert-money-store.ts'
import type { DayRange } from './figure-query.ts'
import { ordersOfSeveral } from './product-ranking-store.ts'
import { soldRows } from './sold-sums-store.ts'

/** `shops` undefined: all. `currency`: the account's. */
export type StockQuery = DayRange & {
  ownerId: string
  timezone: string
  shops: number[] | undefined
  currency: string
}
type Page = { limit: number; offset: number }

export type CoveredSku = {
  skuId: number
  code: string
  name: string
  image: string | null
  quantity: number
  orders: number
}

/**
 * Those that run out first come first, by what is available and what was sold in all shops. Orders and pieces are those of the shops
 * that are asked for.
 */
export async function listCoveredSkus(
  db: Database,
  query: StockQuery,
  { limit, offset }: Page,
): Promise<{ rows: CoveredSku[]; total: number }> {
  const { ownerId, shops } = query
  const statement = new Statement(ownerId)
  statement.with(`listings as materialized (
    select p.*, k.sku_id
    from (
      select p.shop_id, p.shop_sku, sum(p.pieces) as pieces, sum(p.orders) as orders
      from (${soldRows(statement, { ...query, shops: undefined })}) p group by 1, 2) p
    cross join lateral (
      select sku_id from product_skus where owner_id = $1 and shop_id = p.shop_id and shop_sku = p.shop_sku
      order by sku_id is null, id limit 1) k
    where k.sku_id is not null)`)
  statement.with(`pace as (
    select l.sku_id, sum(l.pieces) as pieces from listings l
    group by 1 having sum(l.orders) >= ${fewestOrders} and sum(l.pieces) > 0)`)
  statement.with(`covered as (
    select s.id, s.prime_sku, s.name, s.image_url, greatest(t.available, 0)::numeric / p.pieces as cover
    from pace p
    join skus s on s.owner_id = $1 and s.id = p.sku_id${listedIn(statement, shops)}
    cross join lateral (
      select sum(on_hand - reserved) as available from stock where owner_id = $1 and sku_id = p.sku_id) t
    where t.available is not null)`)
  statement.with(`page as materialized (
    select * from covered order by cover, id limit ${statement.value(limit)}::bigint offset ${statement.value(offset)}::bigint)`)
  const ofShops = shops ? ` and l.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  statement.with(`sold as materialized (
    select l.sku_id, l.shop_id, l.shop_sku, l.pieces, l.orders, count(*) over (partition by l.sku_id, l.shop_id) as beside
    from listings l join page c on c.id = l.sku_id where l.pieces > 0${ofShops})`)
  statement.with('several as (select s.sku_id, s.shop_id, s.shop_sku from sold s where s.beside > 1)')
  statement.with(`counted as (${ordersOfSeveral(statement, query)})`)
  const [found] = await db.hotRead<{ rows: CoveredSku[]; total: number }>(
    ownerId,
    statement.finish(`select (select count(*)::int from covered) as total, (
      select coalesce(json_agg(json_build_object('skuId', c.id, 'code', c.prime_sku, 'name', c.name, 'image', c.image_url,
        'quantity', coalesce(r.quantity, 0), 'orders', coalesce(r.orders, 0)) order by c.cover, c.id), '[]')
      from page c
      left join (
        select s.sku_id, sum(s.pieces) as quantity, sum(coalesce(n.orders, s.orders)) as orders
        from (select sku_id, shop_id, sum(pieces) as pieces, sum(orders) as orders from sold group by 1, 2) s
        left join counted n on n.sku_id = s.sku_id and n.shop_id = s.shop_id
        group by 1) r on r.sku_id = c.id) as rows`),
  )
  return found ?? { rows: [], total: 0 }
}

export type UnsoldSku = {
  skuId: number
  code: string
  name: string
  image: string | null
  onHand: number
  available: number
  stockedSince: string
  lastSold: string | null
  /** The last sale was of a listing that has been deleted since. */
  soldByDeleted: boolean
  /** Minor units of the reporting currency; null: the cost is not known. */
  value: number | null
}
export type UnsoldStock = {
  rows: UnsoldSku[]
  total: number
  onHand: number
  value: number
  withoutCost: number
  money: ForeignMoney
}

/** Unsold stock binds money: most of it first, pieces of unknown cost last. A part is sold where a bundle with it is. */
export async function listUnsoldSkus(
  db: Database,
  query: StockQuery,
  { limit, offset }: Page,
): Promise<UnsoldStock> {
  const { ownerId, from, to, shops, currency } = query
  const statement = new Statement(ownerId)
  const listings = `product_skus k join sold_products p on p.owner_id = $1 and p.shop_id = k.shop_id and p.shop_sku = k.shop_sku
      and p.pieces > 0 where k.owner_id = $1`
  const since = `${statement.value(from)}::date`
  const isSold = (
    sku: string,
  ) => `(exists (select from ${listings} and k.sku_id = ${sku} and p.day >= ${since})
        or exists (select from gone g where g.sku_id = ${sku} and g.last >= ${since}))`
  statement.with(`stocked as (
    select sku_id, sum(on_hand)::int as on_hand, sum(on_hand - reserved)::int as available, min(counted_at) as since
    from stock where owner_id = $1 group by 1 having sum(on_hand) > 0)`)
  statement.with(`gone as materialized (
    select k.sku_id, max(p.day) as last from (${removedLinks}) k
    join sold_products p on p.owner_id = $1 and p.shop_id = k.shop_id and p.shop_sku = k.shop_sku and p.pieces > 0 group by 1)`)
  const facts = `select 0 as period, ${statement.value(to)}::date as day, s.cost_currency as currency, s.id, s.prime_sku, s.name,
      s.image_url, t.on_hand, t.available, t.since, round(t.on_hand::numeric * s.cost / 10000) as revenue
    from stocked t
    join skus s on s.owner_id = $1 and s.id = t.sku_id${listedIn(statement, shops)}
    where not ${isSold('s.id')}
      and not exists (select from sku_parts b where b.owner_id = $1 and b.part_id = s.id and ${isSold('b.bundle_id')})`
  statement.with(`valued as materialized (${withFactor(statement, facts, currency)})`)
  const money = foreignMoney(statement, { amounts: ['revenue'], into: currency, days: query })
  const [found] = await db.hotRead<UnsoldStock>(
    ownerId,
    statement.finish(`select count(*)::int as total, coalesce(sum(v.on_hand), 0)::int as "onHand",
      coalesce(round(sum(v.revenue * v.factor)), 0)::bigint as value,
      (count(*) filter (where v.revenue * v.factor is null))::int as "withoutCost", ${money} as money, (
        select coalesce(json_agg(json_build_object('skuId', n.id, 'code', n.prime_sku, 'name', n.name, 'image', n.image_url,
          'onHand', n.on_hand, 'available', n.available, 'stockedSince', n.since, 'lastSold', greatest(n.last, n.last_gone),
          'soldByDeleted', coalesce(n.last_gone > n.last, n.last_gone is not null), 'value', n.value)
          order by n.value desc nulls last, n.on_hand desc, n.id), '[]')
        from (
          select u.*, (select max(p.day) from ${listings} and k.sku_id = u.id) as last,
            (select g.last from gone g where g.sku_id = u.id) as last_gone
          from (
            select *, round(revenue * factor)::bigint as value from valued
            order by value desc nulls last, on_hand desc, id
            limit ${statement.value(limit)}::bigint offset ${statement.value(offset)}::bigint) u) n) as rows
      from valued v`),
  )
  if (!found) throw new Error('no figures of unsold stock')
  return found
}

function listedIn(statement: Statement, shops: number[] | undefined): string {
  return shops ? ` and s.shop_ids && ${statement.value(shops)}::bigint[]` : ''
}
