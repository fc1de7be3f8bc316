/**
 * Statements written by hand for each call about orders: each makes the JSON, with nothing but the rows that
 * the call is about. `$1` is the owner; the others are the parts of a path such as `/status/2,3`, as text.
 */
import { madeRates } from './made-orders.ts'

const columns = `o.id, o.shop_id, s.system_name, s.platform_id, o.channel_order_id, o.status, o.payment_method, o.currency, o.total,
  o.quantity, o.line_count, o.preview, o.customer_id, o.buyer_name, o.buyer_phone, o.place, o.provider, o.tracking_number,
  o.is_star, o.printed_at, o.packed_at, o.cancel_requested_at, o.cancel_deadline, o.ship_by, o.note, o.placed_at, o.updated_at`

/** A page of orders: which, and sorted how. */
function list(which = '', sorted = 'o.placed_at desc, o.id desc'): string {
  return `select coalesce(json_agg(r), '[]')::text as body from (
    select ${columns} from (select o.* from orders o where o.owner_id = $1 ${which} order by ${sorted} limit 20) o
    join shops s on s.owner_id = $1 and s.id = o.shop_id order by ${sorted}) r`
}

/** A page of what a keyword finds. */
const search = `select coalesce(json_agg(r), '[]')::text as body from (
  select ${columns} from (select q.order_id from order_search q where q.owner_id = $1 and q.terms @@ $2::tsquery
      order by q.placed_at desc, q.order_id desc limit 20) q
  join orders o on o.owner_id = $1 and o.id = q.order_id join shops s on s.owner_id = $1 and s.id = o.shop_id
  order by o.placed_at desc, o.id desc) r`

/** Currencies of the data, with the factor that makes an amount in minor units one of the account's. */
export const currencyRuns = `(values ('MYR', 1), ('VND', ${madeRates.VND} * 100), ('SGD', ${madeRates.SGD})) as run(currency, factor)`

const statuses = 'unpaid, pending, confirmed, ready_to_ship, shipped, delivered, canceled, returned, failed'
const counts = (which: string) => `select to_json(c)::text as body from (
  select ${statuses.replaceAll(/\w+/g, (name) => `sum(${name}) as ${name}`)} from order_counts where owner_id = $1 and ${which}) c`

/** One row by its key, with what hangs on it. */
const one = (select: string) => `select to_json(r)::text as body from (${select}) r`
const many = (select: string) => `select coalesce(json_agg(r), '[]')::text as body from (${select}) r`
const rows = (table: string, which: string) =>
  `(select coalesce(json_agg(t), '[]') from ${table} t where t.owner_id = $1 and ${which})`
const row = (table: string, which: string) =>
  `(select to_json(t) from ${table} t where t.owner_id = $1 and ${which})`
const order = 'from orders o where o.owner_id = $1 and o.id = $2::bigint'

const whole = `select o.*, ${row('shops', 't.id = o.shop_id')} as shop,
  ${rows('order_items', 't.order_id = o.id')} as lines, ${rows('order_packages', 't.order_id = o.id')} as packages,
  ${row('customers', 't.id = o.customer_id')} as customer,
  ${row('settlements', 't.shop_id = o.shop_id and t.channel_order_id = o.channel_order_id')} as settlement,
  ${rows('return_cases', 't.shop_id = o.shop_id and t.channel_order_id = o.channel_order_id')} as returns,
  (select to_json(t) from order_actions t where t.owner_id = $1 and t.order_id = o.id order by t.id desc limit 1) as action
  from orders o where o.owner_id = $1 and`
const returned = `select c.*, s.system_name, ${rows('return_lines', 't.return_id = c.id')} as lines, o.id as order_id, o.status as order_status
  from (select c.* from return_cases c where c.owner_id = $1 WHICH order by c.requested_at desc, c.id desc limit 20) c
  join shops s on s.owner_id = $1 and s.id = c.shop_id cross join lateral (select o.id, o.status from orders o
    where o.owner_id = $1 and o.shop_id = c.shop_id and o.channel_order_id = c.channel_order_id limit 1) o
  order by c.requested_at desc, c.id desc`
const returns = (which: string) => many(returned.replace('WHICH', which))

const entry = (of: string) => `audit as (
  insert into audit_entries (owner_id, sequence, at, action, target_type, target_ids, hash)
  select $1, nextval('ids') + 1000000000, now(), 'bare', 'order', array_agg(id), '' from ${of})`
const event = (of: string) => `event as (
  insert into events (owner_id, channel, value, at) select $1, 'order.change', json_build_object('ids', json_agg(id)), now() from ${of})`

export const bareStatements: Record<string, string> = {
  list: list(),
  status: list('and o.status = any($2::smallint[])'),
  shop: list('and o.shop_id = any($2::bigint[])'),
  channel: list('and o.shop_id in (select id from shops where owner_id = $1 and platform_id = $2::smallint)'),
  payment: list('and o.payment_method = $2::smallint'),
  placed: list('and o.placed_at >= $2::timestamptz and o.placed_at < $3::timestamptz'),
  paid: list('and o.paid_at >= $2::timestamptz and o.paid_at < $3::timestamptz'),
  shipped: list('and o.shipped_at >= $2::timestamptz and o.shipped_at < $3::timestamptz'),
  printed: list('and (o.printed_at is not null) = $2::boolean'),
  'to-print': list('and o.printed_at is null and o.status = 4'),
  starred: list('and o.is_star'),
  'wants-to-cancel': list('and o.cancel_requested_at is not null'),
  'wants-to-return': list('and o.return_status = 1'),
  total: list('', 'o.amount desc, o.currency, o.id desc').replace(
    'from orders o where o.owner_id = $1  order',
    `from ${currencyRuns} cross join lateral (select o.*, o.total * run.factor as amount from orders o
      where o.owner_id = $1 and o.currency = run.currency order by o.total desc, o.id desc limit 20) o order`,
  ),
  changed: list('', 'o.updated_at desc, o.id desc'),
  'ship-by': list('', 'o.ship_by, o.id').replace(
    'from orders o where o.owner_id = $1  order',
    `from unnest('{1,2,3,4,5,6,7,8,9}'::smallint[]) as status cross join lateral (select o.* from orders o
      where o.owner_id = $1 and o.status = status.status order by o.ship_by, o.id limit 20) o order`,
  ),
  after: list('and (o.placed_at, o.id) < ($2::timestamptz, $3::bigint)'),
  search,
  counts: counts('span = 0'),
  'counts-of-days': counts('span = 2 and since between $2::date and $3::date'),
  'counts-of-stars': counts('span = 7'),

  order: one(`${whole} o.id = $2::bigint`),
  history: many(`select at, event, from_status, to_status, actor_type, actor_name, note from order_history
      where owner_id = $1 and order_id = $2::bigint
    union all select created_at, 'buyer_mail_' || state, null, null, 'user', user_name, kind from buyer_mails
      where owner_id = $1 and order_id = $2::bigint
    order by at desc, to_status desc`),
  customer: one(
    `select c.* from orders o join customers c on c.owner_id = $1 and c.id = o.customer_id where o.owner_id = $1 and o.id = $2::bigint`,
  ),
  sender: one(`select w.* from orders o join shops s on s.owner_id = $1 and s.id = o.shop_id
    join warehouses w on w.owner_id = $1 and (w.id = s.warehouse_id or w.is_default) where o.owner_id = $1 and o.id = $2::bigint limit 1`),
  tracking: one(`select o.tracking_number ${order}`),
  confirm: one(`${whole} o.id = $2::bigint`).replace(
    'as action',
    `as action, ${rows('courier_accounts', 'true')} as accounts, ${rows('delivery_defaults', 'true')} as defaults,
      ${rows('delivery_platforms', 'true')} as platforms, ${rows('warehouses', 'true')} as warehouses,
      (select json_agg(p.*) from order_items i join product_skus v on v.owner_id = $1 and v.shop_id = o.shop_id and v.shop_sku = i.shop_sku
        join products p on p.owner_id = $1 and p.id = v.product_id where i.owner_id = $1 and i.order_id = o.id) as products`,
  ),
  shipments: one(`select o.id, ${rows('shipments', 't.order_id = o.id')} as shipments ${order}`),
  scan: one(`${whole} o.shop_id in (select id from shops where owner_id = $1) and o.channel_order_id = $2`),
  'action-batch': many(
    `select w.*, o.channel_order_id from order_actions w join orders o on o.owner_id = $1 and o.id = w.order_id
     where w.owner_id = $1 and w.batch_id = $2::bigint order by w.id`,
  ),
  'print-batch': one('select * from print_batches where owner_id = $1 and id = $2::bigint'),
  'saved-filters': many('select * from saved_filters where owner_id = $1 order by lower(name)'),
  'shops-that-take-orders': many(
    'select * from shops where owner_id = $1 and status = 1 and platform_id in (3, 4, 6) order by id',
  ),
  exports: many('select * from exports where owner_id = $1 order by requested_at desc limit 100'),
  returns: returns(''),
  'returns-of-shop': returns('and c.status = $2::smallint and c.shop_id = $3::bigint'),
  'returns-of-order': returns(
    `and (c.shop_id, c.channel_order_id) = (select o.shop_id, o.channel_order_id ${order})`,
  ),
  return: returns('and c.id = $2::bigint'),

  star: `with changed as (update orders set is_star = not is_star where owner_id = $1 and id = any($2::bigint[]) returning id),
    counted as (update order_counts set pending = pending where owner_id = $1 and span = 7), ${entry('changed')}
    select json_agg(id)::text as body from changed`,
  note: `with changed as (update orders set note = 'Wrap it', note_version = note_version + 1
      where owner_id = $1 and id = $2::bigint returning id), ${event('changed')}, ${entry('changed')}
    select json_agg(id)::text as body from changed`,
  pack: `with changed as (
      insert into order_actions (owner_id, id, order_id, shop_id, kind, details, state, requested_by, requested_by_name, requested_at, check_at)
      select $1, nextval('ids'), o.id, o.shop_id, 'pack', '{}', 'done', 1, 'bare', now(), now() ${order} returning order_id as id, shop_id),
    noted as (insert into order_history (owner_id, order_id, at, event, to_status, actor_type)
      select $1, id, now(), 'bare', 2, 'user' from changed), ${event('changed')}, ${entry('changed')}
    select json_agg(id)::text as body from changed`,
}
