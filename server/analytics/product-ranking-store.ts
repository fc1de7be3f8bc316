/** Products by what was sold of them, from sold_products. Listings of one SKU are one product, across shops. */
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import { dayOfRate, foreignMoney, withFactor, type ForeignMoney } from './convert-money-store.ts'
import { isInSegment, type ChosenSegment } from '../customers/segments/segment-filter-store.ts'
import type { DayRange } from './figure-query.ts'
import { ofSegment } from './segment-days-store.ts'

export type RankingSort = 'quantity' | 'revenue' | '-quantity' | '-revenue'

/** `shops` undefined: all. `currency`: the account's. */
export type RankingQuery = DayRange & {
  ownerId: string
  timezone: string
  shops?: number[] | undefined
  segment?: ChosenSegment | undefined
  currency: string
  sort: RankingSort
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
  const place = statement.value(offset)
  const [found] = await db.hotRead<Found>(
    query.ownerId,
    statement.finish(`
      select t.total, t.quantity, t.revenue, ${money} as money, (
        select coalesce(json_agg(json_build_object('rank', n.rank, 'productId', n.product_id, 'name', n.name, 'skuId', n.sku_id,
          'code', n.code, 'shopSku', n.shop_sku, 'image', n.image, 'shop', n.shop, 'quantity', n.quantity, 'orders', n.orders,
          'revenue', n.revenue) order by n.rank), '[]')
        from (${namedProducts(`select * from ranked where rank > ${place}::bigint and rank <= ${place}::bigint + ${limit}`)}) n) as rows
      from (select count(*)::int as total, coalesce(sum(quantity), 0)::bigint as quantity, coalesce(sum(revenue), 0)::bigint as revenue
        from ranked) t`),
  )
  if (!found) throw new Error('the ranking gave nothing')
  return found
}

/** Parts of a WITH: `valued`, the sales of each listing, and `ranked`, the products with their place. */
export function rankingParts(statement: Statement, query: RankingQuery): string[] {
  const { from, to, shops, segment, timezone, currency, sort } = query
  const start = statement.value(startOfDay(timezone, from))
  const end = statement.value(startOfDay(timezone, addDays(to, 1)))
  const way = sort.startsWith('-') ? 'desc' : 'asc'
  return [
    `valued as (${ofSegment(statement, query, ['sold_products'], withFactor(statement, soldListings(statement, { from, to, shops, currency }), currency))})`,
    `listings as (
      select v.shop_id, v.shop_sku, sum(v.pieces) as quantity, sum(v.orders) as orders, sum(v.revenue * v.factor) as revenue,
        max(v.order_id) as order_id
      from valued v group by 1, 2 having sum(v.pieces) > 0)`,
    `known as (
      select l.*, k.sku_id, k.product_id, coalesce(k.sku_id::text, l.shop_id || '/' || l.shop_sku) as product
      from listings l left join lateral (
        select sku_id, product_id from product_skus where owner_id = $1 and shop_id = l.shop_id and shop_sku = l.shop_sku
        order by sku_id is null, id limit 1) k on true)`,
    // An order counts once for a SKU of which it has several listings: where a shop has those, its orders are counted.
    `several as materialized (
      select product, shop_id, shop_sku from known
      where product in (select product from known group by product, shop_id having count(*) > 1))`,
    `counted as (
      select s.product, count(distinct o.id) as orders
      from several s
      join orders o on o.owner_id = $1 and o.shop_id = s.shop_id and o.sold_at >= ${start}::timestamptz and o.sold_at < ${end}::timestamptz${
        segment ? ` and ${isInSegment(statement, segment, 'o.customer_id')}` : ''
      }
      join order_items i on i.owner_id = $1 and i.order_id = o.id and i.shop_sku = s.shop_sku and not i.is_gift
      group by s.product)`,
    `ranked as (
      select p.*, row_number() over (order by p.${sort.replace('-', '')} ${way}, p.product) as rank
      from (
        select k.product, k.sku_id, sum(k.quantity)::bigint as quantity, coalesce(c.orders, sum(k.orders))::int as orders,
          coalesce(round(sum(k.revenue)), 0)::bigint as revenue, max(k.order_id) as order_id,
          (array_agg(k.product_id order by k.order_id desc))[1] as product_id,
          (array_agg(k.shop_sku order by k.order_id desc))[1] as shop_sku,
          case when count(distinct k.shop_id) = 1 then min(k.shop_id) end as shop_id
        from known k left join counted c on c.product = k.product
        group by k.product, k.sku_id, c.orders) p)`,
  ]
}

/** `ranked`: a select of rows of that part of the WITH. Adds their names. */
export function namedProducts(ranked: string): string {
  return `select p.*, coalesce(nullif(concat_ws(', ', i.name, i.variant_label), ''), g.name, p.shop_sku) as name,
      coalesce(g.prime_sku, i.seller_sku, p.shop_sku) as code, coalesce(i.image_url, g.image_url) as image, s.system_name as shop_name,
      case when s.id is not null then json_build_object('id', s.id, 'system_name', s.system_name, 'platform_id', s.platform_id) end as shop
    from (${ranked}) p
    left join lateral (
      select seller_sku, name, variant_label, image_url from order_items
      where owner_id = $1 and order_id = p.order_id and shop_sku = p.shop_sku order by position limit 1) i on true
    left join lateral (select name, prime_sku, image_url from skus where owner_id = $1 and id = p.sku_id limit 1) g on true
    left join lateral (select id, system_name, platform_id from shops where owner_id = $1 and id = p.shop_id limit 1) s on true`
}

function soldListings(
  statement: Statement,
  { from, to, shops, currency }: Pick<RankingQuery, 'from' | 'to' | 'shops' | 'currency'>,
): string {
  const ofShops = shops ? ` and p.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  return `select 0 as period, ${dayOfRate(statement, 'p', { currency, from })} as day, p.currency, p.shop_id, p.shop_sku,
      sum(p.pieces) as pieces, sum(p.revenue) as revenue, sum(p.orders) as orders, max(p.order_id) as order_id
    from sold_products p
    where p.owner_id = $1 and p.day between ${statement.value(from)}::date and ${statement.value(to)}::date${ofShops}
    group by 2, 3, 4, 5`
}
