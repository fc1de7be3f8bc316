/** Statements written by hand for reads of customers, as those of bare-statements.ts. */
import { currencyRuns } from './bare-statements.ts'

const page = (
  which: string,
  sorted: string,
  more = '',
) => `select coalesce(json_agg(r), '[]')::text as body from (
    select c.id, c.name, c.phone, c.email, c.shop_id, s.system_name, s.platform_id, c.latest_order_at, c.total_order,
      c.total_order_success, c.total_order_lost, c.total_price, c.currency, c.level, c.note, c.is_masked, c.created_at${more}
    from (select c.* from customers c where c.owner_id = $1 ${which} order by ${sorted} limit 20) c
    join shops s on s.owner_id = $1 and s.id = c.shop_id order by ${sorted}) r`

const newest = 'c.latest_order_at desc nulls last, c.id desc'

/** As the list shows them: each once, the latest first, five at most of the latest fifty orders. */
const addresses = `, (select json_agg(a.address) from (
      select o.address from (
        select r.address, r.placed_at from orders r
        where r.owner_id = $1 and r.customer_id = c.id and r.address is not null order by r.placed_at desc limit 50) o
      group by o.address order by max(o.placed_at) desc limit 5) a) as addresses`

/** An amount in the account's currency is a bound of each other one. */
const spent =
  'c.other_prices is null and c.currency = run.currency and c.total_price >= ceil($2::numeric / run.factor)'

const count = (which: string) =>
  `select json_build_object('total', count(*))::text as body from customers c where c.owner_id = $1 and ${which}`

export const bareCustomerStatements: Record<string, string> = {
  customers: page('', newest),
  'customers-and-addresses': page('', newest, addresses),
  'customers-of-shop': page('and c.shop_id = $2::bigint', newest),
  'customers-by-spent': page('', 'c.amount desc, c.id desc').replace(
    'from customers c where c.owner_id = $1  order',
    `from ${currencyRuns} cross join lateral (select c.*, c.total_price * run.factor as amount from customers c
      where c.owner_id = $1 and c.other_prices is null and c.currency = run.currency
      order by c.total_price desc, c.id desc limit 20) c order`,
  ),
  'customers-often': page('and c.total_order >= $2::int', newest),
  'count-spent': count('true')
    .replace('from', `from ${currencyRuns} join`)
    .replace('where', `on ${spent} and`),
  'count-orders': count('c.total_order >= $2::int'),
  'count-regulars': count(
    'c.total_order >= $3::int and c.latest_order_at >= now() - make_interval(days => $4::int)',
  )
    .replace('from', `from ${currencyRuns} join`)
    .replace('where', `on ${spent} and`),
  'count-in-region': count(`c.id in (
    select o.customer_id from orders o where o.owner_id = $1 and o.sold_at is not null and o.region = $2::text)`),
  'count-bought': count(`c.id in (
    select o.customer_id from product_skus k
    join order_items i on i.owner_id = $1 and i.shop_sku = k.shop_sku and not i.is_gift
    join orders o on o.owner_id = $1 and o.id = i.order_id and o.shop_id = k.shop_id and o.sold_at is not null
    where k.owner_id = $1 and k.sku_id = any(string_to_array($2, ',')::bigint[]))`),
}
