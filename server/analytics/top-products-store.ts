/** Products of which most pieces were sold, for home. */
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { soldRows, type SoldQuery } from './sold-sums-store.ts'

export type TopProduct = {
  /** The seller's own code; the channel's where there is none. */
  sku: string
  name: string
  image: string | null
  pieces: number
  /** Minor units, by currency. */
  revenues: Record<string, number>
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
  const days = `between ${statement.value(from)}::date and ${statement.value(to)}::date`
  return db.hotRead<TopProduct>(
    ownerId,
    statement.finish(`select coalesce(i.seller_sku, l.shop_sku) as sku,
        coalesce(nullif(concat_ws(', ', i.name, i.variant_label), ''), l.shop_sku) as name, coalesce(i.image_url, g.image_url) as image,
        b.pieces::int as pieces, (
          select json_object_agg(r.currency, r.revenue)
          from (
            select d.currency, sum(d.revenue) as revenue
            from listed n
            join sold_products d on d.owner_id = $1 and d.shop_id = n.shop_id and d.shop_sku = n.shop_sku and d.day ${days}
            where n.place = b.place group by 1 having sum(d.pieces) > 0) r) as revenues
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
