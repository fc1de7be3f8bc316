/** Compares what the console stored with what is true at the marketplace, by the marketplace's own figures. */
import pg from 'pg'
import { orderStatuses } from '../../model/order-status.ts'
import { bringTogether } from '../citus.ts'

/** One order in a form that both sides can be brought to. Amounts as text with two decimals. */
type Plain = { sn: string; status: string; total: string; lines: string[] }

export type TrueOrder = {
  order: {
    order_sn: string
    order_status: string
    create_time: number
    item_list: { item_id: number; model_id: number; model_quantity_purchased: number }[]
    package_list: { logistics_status: string }[]
  }
  escrow?: { order_income: { buyer_total_amount: number } }
}

/** The true orders of a shop, those placed before `since` left out. */
export async function trueOrders(sandboxUrl: string, shopId: number, since = 0): Promise<TrueOrder[]> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/oracle/shopee/orders?shop_id=${shopId}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as TrueOrder).filter(({ order }) => order.create_time >= since)
}

export function plainTruth({ order }: TrueOrder): Omit<Plain, 'total'> {
  const quantities = new Map<string, number>()
  for (const item of order.item_list) {
    const sku = `${item.item_id}_${item.model_id}`
    quantities.set(sku, (quantities.get(sku) ?? 0) + item.model_quantity_purchased)
  }
  const lines = [...quantities].map(([sku, quantity]) => `${sku} x${quantity}`).toSorted()
  return { sn: order.order_sn, status: order.order_status, lines }
}

/** Read as the database's administrator, so that row-level security hides no stray row. */
export async function storedOrders(
  adminUrl: string,
  shopId: number | string,
): Promise<Omit<Plain, 'total'>[]> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<Omit<Plain, 'total'>>(
      `select o.channel_order_id as sn, o.channel_status as status,
         (select array_agg(shop_sku || ' x' || quantity order by shop_sku collate "C") from (
            select shop_sku, sum(quantity) as quantity from order_items i
            where i.owner_id = o.owner_id and i.order_id = o.id group by shop_sku) i) as lines
       from orders o join shops s on s.owner_id = o.owner_id and s.id = o.shop_id
       where s.channel_shop_id = $1 order by 1`,
      [String(shopId)],
    )
    return rows.map((row) => ({ ...row, lines: (row.lines ?? []).toSorted() }))
  })
}

/** Reads the total of each order of a shop, in minor units, by the order's id on its channel. */
export async function storedTotals(
  adminUrl: string,
  shopId: number | string,
): Promise<Record<string, number>> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ sn: string; total: string }>(
      `select o.channel_order_id as sn, o.total from orders o
       join shops s on s.owner_id = o.owner_id and s.id = o.shop_id where s.channel_shop_id = $1`,
      [String(shopId)],
    )
    return Object.fromEntries(rows.map(({ sn, total }) => [sn, Number(total)]))
  })
}

/** Stored orders in full: our words beside the channel's, and totals in minor units. Lines as "sku xquantity". */
export async function storedInFull(
  adminUrl: string,
  channelShopId: string,
): Promise<{ code: string; channelStatus: string; status: number; total: number; lines: string[] }[]> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{
      code: string
      channelStatus: string
      status: number
      total: string
      lines: string[] | null
    }>(
      `select o.channel_order_id as code, o.channel_status as "channelStatus", o.status, o.total,
         (select array_agg(shop_sku || ' x' || quantity) from order_items i
            where i.owner_id = o.owner_id and i.order_id = o.id) as lines
       from orders o join shops s on s.owner_id = o.owner_id and s.id = o.shop_id
       where s.channel_shop_id = $1`,
      [channelShopId],
    )
    return rows.map((row) => ({ ...row, total: Number(row.total), lines: (row.lines ?? []).toSorted() }))
  })
}

/** Finds figures stored twice for speed that differ from counting or reading anew; nothing when all is well. */
export async function ledgerErrors(
  adminUrl: string,
): Promise<{ counts: object[]; sales: object[]; customers: object[]; search: object[]; stock: object[] }> {
  return withClient(adminUrl, async (client) => {
    const counts = await client.query<object>(
      `with truth as (
         select o.owner_id, span, since, shop_id, payment_method, coalesce(courier, -1) as courier, status, count(*) as orders
         from (select o.*, (placed_at at time zone w.timezone)::date as placed, (paid_at at time zone w.timezone)::date as paid,
             (shipped_at at time zone w.timezone)::date as sent, (case when status in (1, 7) then null when payment_method = 1
             then placed_at else coalesce(paid_at, placed_at) end at time zone w.timezone)::date as sold from orders o join owners w on w.owner_id = o.owner_id) o
           cross join lateral (values (0, date '0001-01-01'), (1, date_trunc('month', placed)::date), (2, placed),
             (3, date_trunc('month', paid)::date), (4, paid), (5, date_trunc('month', sent)::date), (6, sent),
             (7, case when is_star then date '0001-01-01' end), (8, case when printed_at is not null then date '0001-01-01' end),
             (9, case when cancel_requested_at is not null then date '0001-01-01' end),
             (10, case when return_status = 1 then date '0001-01-01' end), (11, date_trunc('month', sold)::date), (12, sold)
           ) as p(span, since) where since is not null group by 1, 2, 3, 4, 5, 6, 7)
       , kept as (select owner_id, span, since, shop_id, payment_method, courier, status, orders
         from order_counts, unnest(array[${orderStatuses.join(', ')}]) with ordinality as one(orders, status))
       select t.orders as truth, c.orders as kept, coalesce(t.span, c.span) as span, coalesce(t.since, c.since) as since
       from truth t full join kept c on (c.owner_id, c.span, c.since, c.shop_id, c.payment_method, c.courier, c.status)
         = (t.owner_id, t.span, t.since, t.shop_id, t.payment_method, t.courier, t.status)
       where coalesce(t.orders, 0) <> coalesce(c.orders, 0)`,
    )
    const carried = await client.query<object>(
      `with sent as (
         select o.*, coalesce(o.courier, -1) as by, (o.shipped_at at time zone w.timezone)::date as day,
           case when o.status = 6 and o.delivered_at > o.shipped_at then o.delivered_at - o.shipped_at end as took
         from orders o join owners w on w.owner_id = o.owner_id where o.shipped_at is not null)
       , truth as (
         select owner_id, shop_id, day, by, currency, sum((payment ->> 'shippingFee')::bigint) as fee, count(took) as timed,
           coalesce(sum(extract(epoch from took)), 0) * 1000 as ms
         from sent group by 1, 2, 3, 4, 5)
       , arrived as (
         select owner_id, shop_id, span, since, by, least(721, ceil(extract(epoch from took) / 3600)) as hours, count(*) as orders
         from sent cross join lateral (values (6, day), (5, date_trunc('month', day)::date)) as p(span, since)
         where took is not null group by 1, 2, 3, 4, 5, 6)
       select t.day, t.by, d.courier, t.currency, t.fee, d.shipping_fee, t.timed, d.timed, t.ms, d.milliseconds
       from truth t full join courier_days d on (d.owner_id, d.shop_id, d.day, d.courier, d.currency)
         = (t.owner_id, t.shop_id, t.day, t.by, t.currency)
       where (coalesce(t.fee, 0), coalesce(t.timed, 0), coalesce(t.ms, 0))
         is distinct from (coalesce(d.shipping_fee, 0), coalesce(d.timed, 0), coalesce(d.milliseconds, 0))
       union all
       select h.since, a.by, h.courier, 'hours', a.hours, h.hours, a.orders, h.orders, null, null
       from arrived a full join courier_hours h on (h.owner_id, h.shop_id, h.span, h.since, h.courier, h.hours)
         = (a.owner_id, a.shop_id, a.span, a.since, a.by, a.hours)
       where coalesce(a.orders, 0) <> coalesce(h.orders, 0)`,
    )
    const canceled = await client.query<object>(
      `with truth as (
         select o.owner_id, o.shop_id, (o.placed_at at time zone w.timezone)::date as day,
           coalesce(o.cancel_initiator, 'unknown') as initiator, coalesce(left(o.cancel_reason, 200), '') as reason, count(*) as orders
         from orders o join owners w on w.owner_id = o.owner_id where o.status = 7 group by 1, 2, 3, 4, 5)
       select day, initiator, reason, t.orders as truth, d.orders
       from truth t full join cancel_days d using (owner_id, shop_id, day, initiator, reason)
       where coalesce(t.orders, 0) <> coalesce(d.orders, 0)`,
    )
    const firstSales = await client.query<object>(
      `select c.id, c.first_sold_at, t.at, c.latest_order_at, l.at as latest from customers c
       left join (select owner_id, customer_id, max(placed_at) as at from orders group by 1, 2) l
         on l.owner_id = c.owner_id and l.customer_id = c.id
       left join (select owner_id, customer_id, min(case when payment_method = 1 then placed_at else coalesce(paid_at, placed_at) end) as at
         from orders where status not in (1, 7) group by 1, 2) t on t.owner_id = c.owner_id and t.customer_id = c.id
       where (c.first_sold_at, c.latest_order_at) is distinct from (t.at, l.at)`,
    )
    const sales = await client.query<object>(
      `with truth as (
         select o.owner_id, o.shop_id, o.currency, count(*) as orders, sum(o.total) as revenue,
           sum(i.pieces) as pieces, (case when o.payment_method = 1 then o.placed_at else coalesce(o.paid_at, o.placed_at) end
             at time zone w.timezone)::date as day
         from orders o join owners w on w.owner_id = o.owner_id
         cross join lateral (select coalesce(sum(i.quantity), 0) as pieces from order_items i
           where i.owner_id = o.owner_id and i.order_id = o.id and not i.is_gift) i
         where o.status not in (1, 7) group by 1, 2, 3, 7)
       , paid_back as (
         select c.owner_id, c.shop_id, c.currency, c.refund, c.refunded_at as at
         from return_cases c
         where (c.status = 7 or (c.status = 8 and c.refunded_at is not null)) and exists (
           select from orders o where (o.owner_id, o.shop_id, o.channel_order_id)
             = (c.owner_id, c.shop_id, c.channel_order_id) and o.status in (2, 3, 4, 5, 6, 8, 9))
         union all
         select o.owner_id, o.shop_id, o.currency, (r ->> 'amount')::bigint, (r ->> 'at')::timestamptz
         from orders o, jsonb_array_elements(o.refunds) r where o.status in (2, 3, 4, 5, 6, 8, 9))
       , back as (
         select p.owner_id, p.shop_id, p.currency, sum(p.refund) as refunds, (p.at at time zone w.timezone)::date as day
         from paid_back p join owners w on w.owner_id = p.owner_id group by 1, 2, 3, 5)
       select day, shop_id, currency, t.orders as truth, t.revenue as true_revenue, b.refunds as true_refunds, d.orders,
         d.revenue, d.refunds, t.pieces as true_pieces, d.pieces
       from truth t full join back b using (owner_id, shop_id, currency, day)
         full join sales_days d using (owner_id, shop_id, currency, day)
       where (coalesce(t.orders, 0), coalesce(t.revenue, 0), coalesce(b.refunds, 0), coalesce(t.pieces, 0))
         is distinct from (coalesce(d.orders, 0), coalesce(d.revenue, 0), coalesce(d.refunds, 0), coalesce(d.pieces, 0))`,
    )
    const parts = await client.query<object>(
      `with sold as (
         select o.*, case when o.payment_method = 1 then o.placed_at else coalesce(o.paid_at, o.placed_at) end as at,
           (select coalesce(sum(i.quantity), 0) from order_items i
             where i.owner_id = o.owner_id and i.order_id = o.id and not i.is_gift) as pieces
         from orders o where o.status not in (1, 7))
       , facts as (
         select owner_id, shop_id, currency, 'hour' as kind, at, null as part, 1 as orders, pieces, 0 as canceled, total as revenue,
           0 as refunds from sold
         union all
         select owner_id, shop_id, currency, 'place', at, region, 1, pieces, 0, total, 0 from sold
         union all
         select owner_id, shop_id, currency, 'hour', placed_at, null, 0, 0, 1, 0, 0 from orders where status = 7
         union all
         select c.owner_id, c.shop_id, c.currency, 'hour', c.refunded_at, null, 0, 0, 0, 0, c.refund
         from return_cases c join sold o on (o.owner_id, o.shop_id, o.channel_order_id) = (c.owner_id, c.shop_id, c.channel_order_id)
         where c.refunded_at is not null
         union all
         select owner_id, shop_id, currency, 'hour', (r ->> 'at')::timestamptz, null, 0, 0, 0, 0, (r ->> 'amount')::bigint
         from sold, jsonb_array_elements(refunds) r)
       , truth as (
         select f.owner_id, shop_id, f.currency, kind, (at at time zone w.timezone)::date as day,
           coalesce(part, to_char(at at time zone w.timezone, 'HH24')) as part,
           array[sum(orders), sum(pieces), sum(canceled), sum(revenue), sum(refunds)]::bigint[] as figures
         from facts f join owners w on w.owner_id = f.owner_id group by 1, 2, 3, 4, 5, 6)
       , kept as (
         select owner_id, shop_id, currency, kind, day, part, array[orders, pieces, canceled, revenue, refunds]::bigint[] as figures
         from sales_parts)
       select kind, day, shop_id, currency, part, t.figures as truth, k.figures as kept
       from truth t full join kept k using (owner_id, shop_id, currency, kind, day, part)
       where coalesce(t.figures, '{0,0,0,0,0}') <> coalesce(k.figures, '{0,0,0,0,0}')
       union all
       select 'region', sold_at::date, shop_id, currency, region, null, null from orders o
       where o.address is not null and not (o.address ->> 'isMasked')::boolean and o.address ->> 'country' ~ '^[A-Z]{2}$'
         and region <> concat_ws('/', o.address ->> 'country', nullif(lower(trim(o.address ->> 'province')), ''))`,
    )
    const refunds = await client.query<object>(
      `select c.id, c.status, c.changed_at, c.refunded_at, h.at from return_cases c
       -- The history does not say which return it speaks of, where an order has several.
       left join lateral (select max(h.at) as at from orders o join order_history h on h.owner_id = o.owner_id and h.order_id = o.id
         where (o.owner_id, o.shop_id, o.channel_order_id) = (c.owner_id, c.shop_id, c.channel_order_id)
           and h.event = 'return_refunded' and not exists (select from return_cases x where x.id <> c.id
             and (x.owner_id, x.shop_id, x.channel_order_id) = (c.owner_id, c.shop_id, c.channel_order_id))) h on true
       where (c.status = 7) <> (c.refunded_at is not null) and c.status <> 8
         or c.refunded_at > c.changed_at or c.refunded_at <> h.at`,
    )
    const orderRefunds = await client.query<object>(
      `select o.id, o.payment ->> 'refund' as truth, o.refunds from orders o
       join shops s on s.owner_id = o.owner_id and s.id = o.shop_id
       where coalesce((select sum((r ->> 'amount')::bigint) from jsonb_array_elements(o.refunds) r), 0)
         <> case when s.platform_id in (3, 4, 6, 7) then (o.payment ->> 'refund')::bigint else 0 end
         or exists (select from jsonb_array_elements(o.refunds) r where (r ->> 'at')::timestamptz > o.changed_at)`,
    )
    const products = await client.query<object>(
      `with truth as (
         select o.owner_id, o.shop_id, i.shop_sku, o.currency, sum(i.quantity) as pieces, sum(i.total) as revenue,
           count(distinct o.id) as orders,
           (case when o.payment_method = 1 then o.placed_at else coalesce(o.paid_at, o.placed_at) end
             at time zone w.timezone)::date as day
         from orders o join owners w on w.owner_id = o.owner_id
           join order_items i on i.owner_id = o.owner_id and i.order_id = o.id and not i.is_gift
         where o.status not in (1, 7) group by 1, 2, 3, 4, 8)
       select day, shop_id, shop_sku, currency, t.pieces as truth, t.revenue as true_revenue, p.pieces, p.revenue,
         t.orders as true_orders, p.orders
       from truth t full join sold_products p using (owner_id, shop_id, shop_sku, currency, day)
       where (coalesce(t.pieces, 0), coalesce(t.revenue, 0), coalesce(t.orders, 0))
         is distinct from (coalesce(p.pieces, 0), coalesce(p.revenue, 0), coalesce(p.orders, 0))`,
    )
    const sums = await client.query<object>(
      `with truth as (
         select o.owner_id, o.shop_id, i.shop_sku, o.currency, s.span, s.since, sum(i.quantity) as pieces, sum(i.total) as revenue,
           count(distinct o.id) as orders
         from (select o.*, (case when payment_method = 1 then placed_at else coalesce(paid_at, placed_at) end
             at time zone w.timezone) as sold from orders o join owners w on w.owner_id = o.owner_id) o
           join order_items i on i.owner_id = o.owner_id and i.order_id = o.id and not i.is_gift
           cross join lateral (values (1, date_trunc('month', sold)::date), (2, date_trunc('year', sold)::date)) as s(span, since)
         where o.status not in (1, 7) group by 1, 2, 3, 4, 5, 6)
       select span, since, shop_id, shop_sku, currency, t.pieces as truth, t.revenue as true_revenue, p.pieces, p.revenue,
         t.orders as true_orders, p.orders
       from truth t full join sold_product_sums p using (owner_id, shop_id, shop_sku, currency, span, since)
       where (coalesce(t.pieces, 0), coalesce(t.revenue, 0), coalesce(t.orders, 0))
         is distinct from (coalesce(p.pieces, 0), coalesce(p.revenue, 0), coalesce(p.orders, 0))`,
    )
    const customers = await client.query<object>(
      `select c.id, c.total_order, t.orders as truth, c.total_order_lost, t.lost, c.total_price, t.price as true_price,
         c.other_prices, t.others, c.spent,
         t.spent as truly_spent, c.level
       from customers c join owners w on w.owner_id = c.owner_id
       left join customer_ranks r on r.owner_id = c.owner_id
       cross join lateral (select count(*) as orders, count(*) filter (where status = 6) as success,
           count(*) filter (where status in (8, 9) or (status = 7 and cancel_initiator = 'buyer' and shipped_at is not null)) as lost,
           coalesce(sum(total) filter (where status = 6 and o.currency = c.currency), 0) as price,
           (select jsonb_object_agg(s.currency, s.total) from (select a.currency, sum(a.total) as total from orders a
             where a.owner_id = c.owner_id and a.customer_id = c.id and a.status = 6 and a.currency <> c.currency
             group by 1 having sum(a.total) <> 0) s) as others,
           coalesce(sum(total) filter (where status = 6 and o.currency = w.currency), 0) as spent
         from orders o where o.owner_id = c.owner_id and o.customer_id = c.id) t
       cross join lateral (select greatest(1, count(*)) as level from unnest(r.limits) one where one <= t.spent) k
       where (c.total_order, c.total_order_success, c.total_order_lost, c.total_price, c.other_prices, c.spent)
           is distinct from (t.orders, t.success, t.lost, t.price, t.others, t.spent)
         -- A customer that waits for a level still has the one of the limits before.
         or (c.level <> k.level and not exists (select from rank_runs n where n.owner_id = c.owner_id))`,
    )
    const levels = await client.query<object>(
      `select owner_id, shop_id, level, k.customers as kept, t.customers as truth from customer_counts k
       full join (select owner_id, shop_id, level, count(*) as customers from customers group by 1, 2, 3) t
         using (owner_id, shop_id, level)
       where coalesce(k.customers, 0) <> coalesce(t.customers, 0)`,
    )
    const search = await client.query<object>(
      `select o.id, o.channel_order_id, o.status, q.status as found_as, q.placed_at, q.shop_id
       from orders o left join order_search q on q.owner_id = o.owner_id and q.order_id = o.id
       where (q.shop_id, q.status, q.placed_at) is distinct from (o.shop_id, o.status, o.placed_at)`,
    )
    const stock = await client.query<object>(
      `with kept as (select owner_id, sku_id, warehouse_id, on_hand, reserved from stock)
       , moved as (select owner_id, sku_id, warehouse_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
         from stock_movements group by 1, 2, 3)
       , held as (select owner_id, sku_id, warehouse_id, sum(reserved) as reserved
         from stock_reservations group by 1, 2, 3)
       select owner_id, sku_id, warehouse_id, t.on_hand, t.reserved, m.on_hand as moved, m.reserved as promised,
         h.reserved as held
       from kept t full join moved m using (owner_id, sku_id, warehouse_id)
         full join held h using (owner_id, sku_id, warehouse_id)
       where (coalesce(t.on_hand, 0), coalesce(t.reserved, 0), coalesce(t.reserved, 0)) is distinct from
         (coalesce(m.on_hand, 0), coalesce(m.reserved, 0), coalesce(h.reserved, 0))
       union all
       -- No order may hold a SKU in two places.
       select owner_id, sku_id, order_id, count(*), null, null, null, null from stock_reservations
       group by 1, 2, 3 having count(*) > 1`,
    )
    return {
      counts: [...counts.rows, ...carried.rows, ...canceled.rows],
      sales: [
        ...sales.rows,
        ...parts.rows,
        ...refunds.rows,
        ...orderRefunds.rows,
        ...products.rows,
        ...sums.rows,
      ],
      customers: [...customers.rows, ...levels.rows, ...firstSales.rows],
      search: search.rows,
      stock: stock.rows,
    }
  })
}

/** Answer of ledgerErrors when all is well. */
export const noErrors = { counts: [], sales: [], customers: [], search: [], stock: [] }

const judged =
  `owners shops orders order_items order_counts order_history order_search stock_reservations sales_days sales_parts sold_products sold_product_sums
  courier_days courier_hours cancel_days return_cases customers customer_counts customer_ranks rank_runs stock stock_movements`.split(
    /\s+/,
  )

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await bringTogether(client, judged)
    return await work(client)
  } finally {
    await client.end()
  }
}
