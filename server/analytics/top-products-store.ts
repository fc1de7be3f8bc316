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
  const { ownerId, currency, limit } = query
  const statement = new Statement(ownerId)
  const main = `${statement.value(currency)}::text`
  const count = `${statement.value(limit)}::bigint`
  const best = 'pieces desc, revenue desc nulls last, sku_id, shop_id, shop_sku collate "C"'
  statement.with(`known as materialized (
    select s.*, k.sku_id
    from (
      select p.shop_id, p.shop_sku, p.currency, sum(p.pieces)::bigint as pieces, sum(p.revenue)::bigint as revenue,
        max(p.order_id) as order_id
      from (${soldRows(statement, query)}) p group by 1, 2, 3 having sum(p.pieces) > 0) s
    left join lateral (
      select sku_id from product_skus where owner_id = $1 and shop_id = s.shop_id and shop_sku = s.shop_sku
        and sku_id is not null order by id limit 1) k on true)`)
  statement.with(`best as materialized (
    select * from (
      select k.sku_id, min(k.shop_id) as shop_id, min(k.shop_sku) as shop_sku, sum(k.pieces) as pieces,
        sum(k.revenue) filter (where k.currency = ${main}) as revenue
      from known k where k.sku_id is not null group by 1
      union all
      select null, k.shop_id, k.shop_sku, sum(k.pieces), sum(k.revenue) filter (where k.currency = ${main})
      from known k where k.sku_id is null group by 2, 3) p
    order by ${best} limit ${count})`)
  statement.with(`parts as materialized (
    select b.sku_id, b.shop_id, b.shop_sku, k.currency, k.revenue, k.order_id, k.shop_sku as listed
    from best b join known k on k.sku_id = b.sku_id
    union all
    select b.sku_id, b.shop_id, b.shop_sku, k.currency, k.revenue, k.order_id, k.shop_sku
    from best b join known k on b.sku_id is null and k.sku_id is null and k.shop_id = b.shop_id and k.shop_sku = b.shop_sku)`)
  const ofBest =
    'p.shop_id = b.shop_id and p.shop_sku = b.shop_sku and p.sku_id is not distinct from b.sku_id'
  return db.hotRead<TopProduct>(
    ownerId,
    statement.finish(`select coalesce(i.seller_sku, l.listed) as sku,
        coalesce(nullif(concat_ws(', ', i.name, i.variant_label), ''), l.listed) as name, coalesce(i.image_url, g.image_url) as image,
        b.pieces::int as pieces, (
          select json_object_agg(r.currency, r.revenue)
          from (select p.currency, sum(p.revenue) as revenue from parts p where ${ofBest} group by 1) r) as revenues
      from best b
      cross join lateral (select p.order_id, p.listed from parts p where ${ofBest} order by p.order_id desc limit 1) l
      left join lateral (
        select seller_sku, name, variant_label, image_url from order_items
        where owner_id = $1 and order_id = l.order_id and shop_sku = l.listed order by position limit 1) i on true
      left join lateral (select image_url from skus where owner_id = $1 and id = b.sku_id limit 1) g on true
      order by ${best.replace(/(?=\b(?:pieces|revenue|sku_id|shop_id|shop_sku)\b)/g, 'b.')}`),
  )
}
