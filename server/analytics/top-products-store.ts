/** Products of which most pieces were sold, for home. */
import type { Prices } from '../../model/money.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { converted, withFactor } from './convert-money-store.ts'
import { soldRows, type SoldQuery } from './sold-sums-store.ts'

export type TopProduct = {
  /** The seller's own code; the channel's where there is none. */
  sku: string
  name: string
  image: string | null
  pieces: number
  /** Null: it has no SKU, and is what a shop lists by its own code. */
  skuId: number | null
  shopId: number | null
  shopSku: string | null
  /** Minor units of the reporting currency. */
  revenue: number
  /** Minor units of currencies without a rate; null: there are none. */
  others: Prices | null
}

/** Equals come by revenue in `currency`. Listings of one SKU are one product across shops. */
export async function listTopProducts(
  db: Database,
  query: Omit<SoldQuery, 'segment'> & { ownerId: string; currency: string; limit: number },
): Promise<TopProduct[]> {
  const { ownerId, from, to, currency, limit } = query
  const statement = new Statement(ownerId)
  const main = `${statement.value(currency)}::text`
  statement.with(`known as materialized (
    select s.*, k.sku_id
    from (
      select p.shop_id, p.shop_sku, sum(p.pieces) as pieces, sum(p.revenue) filter (where p.currency = ${main}) as revenue,
        max(p.order_id) as order_id
      from (${soldRows(statement, query)}) p group by 1, 2 having sum(p.pieces) > 0) s
    left join lateral (
      select sku_id from product_skus where owner_id = $1 and shop_id = s.shop_id and shop_sku = s.shop_sku
        and sku_id is not null order by id limit 1) k on true)`)
  statement.with(`best as materialized (
    select row_number() over () as place, p.*
    from (
      select k.sku_id, null::bigint as shop_id, null::text as shop_sku, sum(k.pieces) as pieces, sum(k.revenue) as revenue,
        null::bigint as order_id
      from known k where k.sku_id is not null group by 1
      union all
      select null, k.shop_id, k.shop_sku, k.pieces, k.revenue, k.order_id from known k where k.sku_id is null
      order by pieces desc, revenue desc nulls last, sku_id, shop_id, shop_sku limit ${statement.value(limit)}::bigint) p)`)
  statement.with(`listed as materialized (
    select b.place, k.shop_id, k.shop_sku, k.order_id from best b join known k on k.sku_id = b.sku_id
    union all
    select b.place, b.shop_id, b.shop_sku, b.order_id from best b where b.sku_id is null)`)
  const facts = `select n.place, d.day, d.currency, sum(d.revenue) as revenue
    from listed n join sold_products d on d.owner_id = $1 and d.shop_id = n.shop_id and d.shop_sku = n.shop_sku
      and d.day between ${statement.value(from)}::date and ${statement.value(to)}::date
    group by 1, 2, 3`
  statement.with(`valued as materialized (${withFactor(statement, facts, currency)})`)
  return db.hotRead<TopProduct>(
    ownerId,
    statement.finish(`select coalesce(i.seller_sku, l.shop_sku) as sku,
        coalesce(nullif(concat_ws(', ', i.name, i.variant_label), ''), l.shop_sku) as name, coalesce(i.image_url, g.image_url) as image,
        b.pieces::int as pieces, b.sku_id as "skuId", b.shop_id as "shopId", b.shop_sku as "shopSku",
        (select ${converted('v.revenue')} from valued v where v.place = b.place) as revenue,
        (select json_object_agg(r.currency, r.total) from (
          select v.currency, sum(v.revenue) as total from valued v where v.place = b.place and v.factor is null group by 1
          having sum(v.revenue) <> 0) r) as others
      from best b
      cross join lateral (
        select n.order_id, n.shop_sku from listed n where n.place = b.place order by n.order_id desc, n.shop_sku limit 1) l
      left join lateral (
        select seller_sku, name, variant_label, image_url from order_items
        where owner_id = $1 and order_id = l.order_id and shop_sku = l.shop_sku order by position limit 1) i on true
      left join lateral (select image_url from skus where owner_id = $1 and id = b.sku_id limit 1) g on true
      order by b.place`),
  )
}
