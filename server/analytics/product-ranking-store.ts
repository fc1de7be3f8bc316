/** Products by what was sold of them, from sold_products and its sums. Listings of one SKU are one product, across shops. */
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import {
  dayOfRate,
  foreignCurrencies,
  foreignMoney,
  withFactor,
  type ForeignCurrency,
  type ForeignMoney,
} from './convert-money-store.ts'
import { isInSegment, type ChosenSegment } from '../customers/segments/segment-filter-store.ts'
import type { DayRange } from './figure-query.ts'
import { ofSegment } from './segment-days-store.ts'
import { soldByRate } from './sold-sums-store.ts'

export type RankingSort = 'quantity' | 'revenue' | '-quantity' | '-revenue'

/** `shops` undefined: all. `currency`: the account's. */
export type RankingQuery = DayRange & {
  ownerId: string
  timezone: string
  shops?: number[] | undefined
  segment?: ChosenSegment | undefined
  currency: string
  sort: RankingSort
  /** Earlier days that each product of the page is compared with. */
  previous?: DayRange | null
  /** 0: products that no shop lists any more; 1: the others. */
  isListed?: number | undefined
}

/** `revenue` in minor units of the reporting currency. */
export type RankedProduct = {
  rank: number
  productId: number | null
  name: string
  skuId: number | null
  code: string
  shopSku: string
  image: string | null
  /** Null: it was sold in several shops. */
  shop: { id: number; system_name: string; platform_id: number } | null
  quantity: number
  orders: number
  revenue: number
  /** On the earlier days; null: none are compared. `foreign`: of these and the days asked for. */
  earlier: { quantity: number; revenue: number; foreign: ForeignCurrency[] } | null
}

type Found = {
  rows: RankedProduct[]
  total: number
  quantity: number
  revenue: number
  money: ForeignMoney
}

export async function listRankedProducts(
  db: Database,
  query: RankingQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found> {
  const statement = new Statement(query.ownerId)
  for (const part of rankingParts(statement, query)) statement.with(part)
  const money = foreignMoney(statement, {
    amounts: ['revenue'],
    into: query.currency,
    days: query,
  })
  const asListed =
    query.isListed === undefined ? '' : ` where p.product_id is ${query.isListed === 0 ? '' : 'not '}null`
  const [start, count] = [statement.value(offset), statement.value(limit)]
  statement.with(`page as materialized (select p.*, ${start}::bigint + row_number() over (order by ${placeOf(query.sort)}) as rank
    from (select * from ranking p${asListed} order by ${placeOf(query.sort)} limit ${count}::bigint offset ${start}::bigint) p)`)
  if (query.previous) for (const part of earlierParts(statement, query, query.previous)) statement.with(part)
  const earlier = query.previous
    ? `(select json_build_object('quantity', coalesce(sum(e.pieces), 0), 'revenue', coalesce(round(sum(e.revenue * e.factor)), 0)::bigint,
          'foreign', ${foreignCurrencies(statement, ['revenue'], query.currency, '(select * from compared c where c.rank = n.rank)')})
        from earlier e where e.rank = n.rank)`
    : 'null'
  const [found] = await db.hotRead<Found>(
    query.ownerId,
    statement.finish(`
      select t.total, t.quantity, t.revenue, ${money} as money, (
        select coalesce(json_agg(json_build_object('rank', n.rank, 'productId', n.product_id, 'name', n.name, 'skuId', n.sku_id,
          'code', n.code, 'shopSku', n.shop_sku, 'image', n.image, 'shop', n.shop, 'quantity', n.quantity, 'orders', n.orders,
          'revenue', n.revenue, 'earlier', ${earlier}) order by n.rank), '[]')
        from (${namedProducts('select * from page')}) n) as rows
      from (select (select count(*)::int from ranking p${asListed}) as total, coalesce(sum(quantity), 0)::bigint as quantity,
        coalesce(sum(revenue), 0)::bigint as revenue from ranking) t`),
  )
  if (!found) throw new Error('the ranking gave nothing')
  return found
}

/** Products that sold as well as another come by their SKU, and those without one by their shop and its code. */
function placeOf(sort: RankingSort): string {
  return `p.${sort.replace('-', '')} ${sort.startsWith('-') ? 'desc' : 'asc'}, p.sku_id nulls first, p.shop_id, p.shop_sku collate "C"`
}

/** Selects `ranking`, a part of the WITH of rankingParts, with the places of its products. */
export const rankedProducts = (sort: RankingSort): string =>
  `select p.*, row_number() over (order by ${placeOf(sort)}) as rank from ranking p`

/**
 * Parts of a WITH: `valued`, the sales of each listing, and `ranking`: listings of one SKU together, all others by
 * themselves, in no order.
 */
export function rankingParts(statement: Statement, query: Omit<RankingQuery, 'sort'>): string[] {
  const { currency } = query
  return [
    `valued as materialized (${withFactor(statement, soldByRate(statement, query), currency)})`,
    `known as materialized (
      select l.*, k.sku_id, k.product_id
      from (
        select v.shop_id, v.shop_sku, sum(v.pieces)::bigint as quantity, sum(v.orders)::int as orders, sum(v.revenue * v.factor) as revenue,
          max(v.order_id) as order_id
        from valued v group by 1, 2 having sum(v.pieces) > 0) l
      left join lateral (
        select sku_id, product_id from product_skus where owner_id = $1 and shop_id = l.shop_id and shop_sku = l.shop_sku
        order by sku_id is null, id limit 1) k on true)`,
    `shared as materialized (select sku_id from known where sku_id is not null group by sku_id having count(*) > 1)`,
    // An order counts once for a SKU of which it has several listings: where a shop has those, its orders are counted.
    `several as materialized (
      select k.sku_id, k.shop_id, k.shop_sku from known k
      join (select sku_id, shop_id from known where sku_id is not null group by 1, 2 having count(*) > 1) s
        on s.sku_id = k.sku_id and s.shop_id = k.shop_id)`,
    `counted as (${ordersOfSeveral(statement, query)})`,
    `ranking as materialized (
      select k.sku_id, k.quantity, k.orders, coalesce(round(k.revenue), 0)::bigint as revenue, k.order_id, k.product_id, k.shop_sku, k.shop_id
      from known k where k.sku_id is null or not exists (select from shared s where s.sku_id = k.sku_id)
      union all
      select s.sku_id, sum(s.quantity)::bigint, sum(coalesce(c.orders, s.orders))::int, coalesce(round(sum(s.revenue)), 0)::bigint,
        max(s.order_id), (array_agg(s.product_id order by s.order_id desc, s.shop_sku))[1],
        (array_agg(s.shop_sku order by s.order_id desc, s.shop_sku))[1], case when count(*) = 1 then min(s.shop_id) end
      from (
        select k.sku_id, k.shop_id, sum(k.quantity) as quantity, sum(k.orders) as orders, sum(k.revenue) as revenue,
          max(k.order_id) as order_id, (array_agg(k.product_id order by k.order_id desc, k.shop_sku))[1] as product_id,
          (array_agg(k.shop_sku order by k.order_id desc, k.shop_sku))[1] as shop_sku
        from known k join shared s on s.sku_id = k.sku_id group by 1, 2) s
      left join counted c on c.sku_id = s.sku_id and c.shop_id = s.shop_id
      group by s.sku_id)`,
  ]
}

/**
 * Parts of a WITH: `earlier`, sales of the products of `page` on earlier days, by all listings that their SKU has now, and by the day of
 * the rate; and `compared`, these with their sales of the days asked for.
 */
function earlierParts(statement: Statement, query: RankingQuery, { from, to }: DayRange): string[] {
  const days = { ...query, from, to, previous: null }
  const ofShops = query.shops ? ` and k.shop_id = any(${statement.value(query.shops)}::bigint[])` : ''
  const sold = `select 0 as period, l.rank, ${dayOfRate(statement, 'p', days)} as day, p.currency, sum(p.pieces) as pieces,
      sum(p.revenue) as revenue
    from listed l
    join sold_products p on p.owner_id = $1 and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
      and p.day between ${statement.value(from)}::date and ${statement.value(to)}::date
    group by 2, 3, 4`
  return [
    `listed as materialized (
      select g.rank, k.shop_id, k.shop_sku from page g
      join product_skus k on k.owner_id = $1 and k.sku_id = g.sku_id${ofShops}
      union
      select g.rank, g.shop_id, g.shop_sku from page g where g.sku_id is null)`,
    `earlier as materialized (${withFactor(statement, ofSegment(statement, days, ['sold_products'], sold), query.currency)})`,
    `compared as (
      select e.rank, e.currency, e.revenue, e.factor from earlier e
      union all
      select l.rank, v.currency, v.revenue, v.factor from listed l join valued v on v.shop_id = l.shop_id and v.shop_sku = l.shop_sku)`,
  ]
}

/** Counts orders by SKU and shop over `several`: listings of one SKU in one shop, of which an order may have more than one. */
export function ordersOfSeveral(
  statement: Statement,
  { from, to, timezone, segment }: Pick<RankingQuery, 'from' | 'to' | 'timezone' | 'segment'>,
): string {
  const start = statement.value(startOfDay(timezone, from))
  const end = statement.value(startOfDay(timezone, addDays(to, 1)))
  const ofSegment = segment ? ` and ${isInSegment(statement, segment, 'o.customer_id')}` : ''
  return `select s.sku_id, s.shop_id, count(distinct o.id)::int as orders
    from several s
    join orders o on o.owner_id = $1 and o.shop_id = s.shop_id and o.sold_at >= ${start}::timestamptz and o.sold_at < ${end}::timestamptz${ofSegment}
    join order_items i on i.owner_id = $1 and i.order_id = o.id and i.shop_sku = s.shop_sku and not i.is_gift
    group by 1, 2`
}

/**
 * Adds names to a select of products. A listing that is gone has its name in orders alone: where the latest one has it no longer, the latest
 * that has.
 */
export function namedProducts(products: string): string {
  return `select p.*, coalesce(nullif(concat_ws(', ', i.name, i.variant_label), ''), g.name,
        nullif(concat_ws(', ', e.name, e.variant_label), ''), p.shop_sku) as name,
      coalesce(g.prime_sku, i.seller_sku, e.seller_sku, p.shop_sku) as code, coalesce(i.image_url, g.image_url, e.image_url) as image,
      s.system_name as shop_name, s.platform_id,
      case when s.id is not null then json_build_object('id', s.id, 'system_name', s.system_name, 'platform_id', s.platform_id) end as shop
    from (${products}) p
    left join lateral (
      select seller_sku, name, variant_label, image_url from order_items
      where owner_id = $1 and order_id = p.order_id and shop_sku = p.shop_sku order by position limit 1) i on true
    left join lateral (select name, prime_sku, image_url from skus where owner_id = $1 and id = p.sku_id limit 1) g on true
    left join lateral (
      select x.seller_sku, x.name, x.variant_label, x.image_url from orders o
      join order_items x on x.owner_id = $1 and x.order_id = o.id and x.shop_sku = p.shop_sku
      where o.owner_id = $1 and o.shop_id = p.shop_id and o.sold_at is not null and i.name is null and p.sku_id is null
      order by o.sold_at desc, o.id desc limit 1) e on true
    left join lateral (select id, system_name, platform_id from shops where owner_id = $1 and id = p.shop_id limit 1) s on true`
}
