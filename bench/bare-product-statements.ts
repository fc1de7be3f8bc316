/** Statements written by hand for reads of products and SKUs, as those of bare-statements.ts. */

/** A page of products with what the list shows of each: its shop, first variant, stock and the shops that sell the same. */
const page = (which: string, sorted: string) => `select coalesce(json_agg(r), '[]')::text as body from (
    select p.id, p.name, p.images->>0 as image, p.status, p.price_min, p.price_max, p.currency, p.stock_level, p.is_linked,
      p.has_refusal, p.score, p.updated_at, s.id as shop_id, s.system_name, s.platform_id, v.*
    from (select p.* from products p where p.owner_id = $1 ${which} order by ${sorted} limit 20) p
    join shops s on s.owner_id = $1 and s.id = p.shop_id
    left join lateral (
      select count(*) as variants, min(k.seller_sku) as seller_sku, sum(t.on_hand - t.reserved) as stock, max(u.threshold) as threshold,
        json_agg(distinct o.shop_id) as other_shops
      from product_skus k
      left join stock t on t.owner_id = $1 and t.sku_id = k.sku_id
      left join lateral (select low_stock_threshold as threshold from skus u where u.owner_id = $1 and u.id = k.sku_id) u on true
      left join product_skus o on o.owner_id = $1 and o.sku_id = k.sku_id
      where k.owner_id = $1 and k.product_id = p.id) v on true
    order by ${sorted}) r`

const newest = 'p.updated_at desc, p.id desc'

/** A page of SKUs with what the list shows of each: its stock, and the listings with their prices. */
const skuPage = (which: string, sorted: string) => `select coalesce(json_agg(r), '[]')::text as body from (
    select s.id, s.prime_sku, s.name, s.image_url, s.barcode, s.stock_level, s.low_stock_threshold, s.updated_at, t.*, l.*
    from (select s.* from skus s where s.owner_id = $1 and s.merged_into is null ${which} order by ${sorted} limit 20) s
    left join lateral (
      select sum(t.on_hand) as on_hand, sum(t.reserved) as reserved from stock t where t.owner_id = $1 and t.sku_id = s.id) t on true
    left join lateral (
      select json_agg(json_build_object('id', k.id, 'product', p.id, 'name', p.name, 'price', k.price, 'shop', h.system_name,
        'platform', h.platform_id, 'currency', p.currency)) as listings
      from product_skus k join products p on p.owner_id = $1 and p.id = k.product_id
      join shops h on h.owner_id = $1 and h.id = k.shop_id where k.owner_id = $1 and k.sku_id = s.id) l on true
    order by ${sorted}) r`

const newestSku = 's.updated_at desc, s.id desc'

export const bareProductStatements: Record<string, string> = {
  products: page('', newest),
  'products-of-status': page('and p.status = $2::smallint', newest),
  'products-of-shop': page('and p.shop_id = $2::bigint', newest),
  'products-short': page('and p.stock_level < 2', newest),
  'products-unlinked': page('and not p.is_linked', newest),
  'products-refused': page('and p.has_refusal', newest),
  'products-by-price': page('', 'p.price_min, p.id'),
  'products-found': page('and p.terms @@ $2::tsquery', newest),
  skus: skuPage('', newestSku),
  'skus-short': skuPage('and s.stock_level < 2', newestSku),
  'skus-of-shop': skuPage('and s.shop_ids && array[$2::bigint]', newestSku),
  'skus-by-code': skuPage('', 'lower(s.prime_sku), s.id'),
  'skus-found': skuPage('and s.terms @@ $2::tsquery', newestSku),
}
