/**
 * Products that were bought together, over the orders of some days: which two stand in one order is in no table by day. The reading
 * is bounded by the days that its caller allows.
 */
import { isInSegment } from '../customers/segments/segment-filter-store.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import type { FigureQuery } from './figure-query.ts'
import { namedProducts } from './product-ranking-store.ts'

export type PairedProduct = {
  name: string
  code: string
  image: string | null
  skuId: number | null
  shopSku: string
  shopId: number
  orders: number
}
export type ProductPair = { first: PairedProduct; second: PairedProduct; orders: number }

type Asked = Pick<FigureQuery, 'ownerId' | 'timezone' | 'from' | 'to' | 'shops' | 'segment'>

/** Most orders first. Listings of one SKU are one product; gifts are not sold. */
export async function listProductPairs(
  db: Database,
  { ownerId, timezone, from, to, shops, segment }: Asked,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ProductPair[]; total: number }> {
  const statement = new Statement(ownerId)
  const start = statement.value(startOfDay(timezone, from))
  const end = statement.value(startOfDay(timezone, addDays(to, 1)))
  statement.with(`lines as materialized (
    select distinct on (o.id, product) o.id as order_id, o.shop_id, i.shop_sku, k.sku_id,
      coalesce(k.sku_id::text, o.shop_id || '/' || i.shop_sku) as product
    from orders o
    join order_items i on i.owner_id = $1 and i.order_id = o.id and not i.is_gift
    left join lateral (
      select sku_id from product_skus where owner_id = $1 and shop_id = o.shop_id and shop_sku = i.shop_sku
      order by sku_id is null, id limit 1) k on true
    where o.owner_id = $1 and o.sold_at >= ${start}::timestamptz and o.sold_at < ${end}::timestamptz${
      shops ? ` and o.shop_id = any(${statement.value(shops)}::bigint[])` : ''
    }${segment ? ` and ${isInSegment(statement, segment, 'o.customer_id')}` : ''}
    order by o.id, product, i.position)`)
  statement.with(`sold as (
    select product, count(*)::int as orders, max(order_id) as order_id from lines group by 1)`)
  statement.with(`pairs as materialized (
    select a.product as one, b.product as other, count(*)::int as orders
    from lines a join lines b on b.order_id = a.order_id and b.product > a.product group by 1, 2)`)
  statement.with(`shown as materialized (
    select * from pairs order by orders desc, one, other
    limit ${statement.value(limit)}::bigint offset ${statement.value(offset)}::bigint)`)
  statement.with(
    `named as materialized (${namedProducts(`
    select s.product, s.orders, s.order_id, l.sku_id, l.shop_sku, l.shop_id
    from sold s join lines l on l.order_id = s.order_id and l.product = s.product
    where s.product in (select one from shown union all select other from shown)`)})`,
  )
  const named = (of: string) =>
    `json_build_object('name', ${of}.name, 'code', ${of}.code, 'image', ${of}.image, 'skuId', ${of}.sku_id,
      'shopSku', ${of}.shop_sku, 'shopId', ${of}.shop_id, 'orders', ${of}.orders)`
  const [found] = await db.hotRead<{ rows: ProductPair[]; total: number }>(
    ownerId,
    statement.finish(`select (select count(*)::int from pairs) as total, (
      select coalesce(json_agg(json_build_object('first', ${named('a')}, 'second', ${named('b')}, 'orders', s.orders)
        order by s.orders desc, s.one, s.other), '[]')
      from shown s join named a on a.product = s.one join named b on b.product = s.other) as rows`),
  )
  return found ?? { rows: [], total: 0 }
}
