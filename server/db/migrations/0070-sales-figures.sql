-- Figures of analytics: when an order was sold, where it went, and sales by place and by hour.

-- When an order counts as sold: paid for, cash on delivery: placed. Null: it is no sale. The rule of model/sale.ts.
alter table orders add column sold_at timestamptz generated always as (
  case when status in (1, 7) then null when payment_method = 1 then placed_at else coalesce(paid_at, placed_at) end) stored;
create index orders_sold on orders (owner_id, sold_at desc, id desc) include (shop_id, customer_id, currency, total, status)
  where sold_at is not null;

-- Country and province that it goes to, as regionOf in model/place.ts says: 'MY/selangor'; 'unknown': hidden or not told.
alter table orders add column region text not null default 'unknown';

-- Pieces in the sales of the day, gifts aside.
alter table sales_days add column pieces integer not null default 0;

set local citus.enable_local_reference_table_foreign_keys = off;

-- Parts of sales_days; kept by the same transactions. Of the kind "place" the part is the region. Of the kind "hour" it is the hour of the
-- sale in the account's time zone, which also has the refunds of that hour and the canceled orders that were placed in it.
create table sales_parts (
  owner_id uuid not null references owners,
  kind text not null,
  day date not null,
  shop_id bigint not null,
  currency text not null,
  part text not null,
  orders integer not null,
  pieces integer not null,
  canceled integer not null,
  -- Minor units.
  revenue bigint not null,
  refunds bigint not null,
  primary key (owner_id, kind, day, shop_id, currency, part)
) with (fillfactor = 70);

-- Exchange rates: the worth of one unit of a currency in another, from a day on until that of the next row.
create table exchange_rates (
  owner_id uuid not null references owners,
  currency text not null,
  into_currency text not null,
  day date not null,
  rate numeric not null,
  -- 'hand': people wrote it.
  source text not null,
  changed_by text,
  changed_at timestamptz not null,
  primary key (owner_id, into_currency, currency, day)
);

-- Row-level security is forced on the tables' owner too, who counts here for all accounts at once.
alter table orders no force row level security;
alter table order_items no force row level security;
alter table order_counts no force row level security;
alter table owners no force row level security;
alter table return_cases no force row level security;
alter table sales_days no force row level security;

update orders set region = upper(btrim(address ->> 'country')) || coalesce(
    '/' || nullif(lower(btrim(regexp_replace(address ->> 'province', '\s+', ' ', 'g'))), ''), '')
where upper(btrim(address ->> 'country')) ~ '^[A-Z]{2}$' and address ->> 'isMasked' = 'false';

-- Two spans more of order_counts: by the month and the day of the sale.
insert into order_counts (owner_id, span, since, shop_id, payment_method, courier,
  unpaid, pending, confirmed, ready_to_ship, shipped, delivered, canceled, returned, failed)
select o.owner_id, p.span, p.since, o.shop_id, o.payment_method, coalesce(o.courier, -1),
  0, count(*) filter (where o.status = 2), count(*) filter (where o.status = 3), count(*) filter (where o.status = 4),
  count(*) filter (where o.status = 5), count(*) filter (where o.status = 6), 0, count(*) filter (where o.status = 8),
  count(*) filter (where o.status = 9)
from orders o
join owners w on w.owner_id = o.owner_id
cross join lateral (values
  (11, date_trunc('month', o.sold_at at time zone w.timezone)::date),
  (12, (o.sold_at at time zone w.timezone)::date)) as p(span, since)
where o.sold_at is not null
group by 1, 2, 3, 4, 5, 6;

update sales_days d set pieces = f.pieces
from (
  select o.owner_id, (o.sold_at at time zone w.timezone)::date as day, o.shop_id, o.currency, sum(i.quantity) as pieces
  from orders o join owners w on w.owner_id = o.owner_id
  join order_items i on i.owner_id = o.owner_id and i.order_id = o.id and not i.is_gift
  where o.sold_at is not null group by 1, 2, 3, 4) f
where d.owner_id = f.owner_id and d.day = f.day and d.shop_id = f.shop_id and d.currency = f.currency;

insert into sales_parts (owner_id, kind, day, shop_id, currency, part, orders, pieces, canceled, revenue, refunds)
select f.owner_id, f.kind, (f.at at time zone w.timezone)::date, f.shop_id, f.currency,
  coalesce(f.region, to_char(f.at at time zone w.timezone, 'HH24')), sum(f.orders), sum(f.pieces), sum(f.canceled), sum(f.revenue),
  sum(f.refunds)
from (
  select o.owner_id, k.kind, o.sold_at as at, o.shop_id, o.currency, case when k.kind = 'place' then o.region end as region,
    1 as orders, coalesce(i.pieces, 0) as pieces, 0 as canceled, o.total as revenue, 0 as refunds
  from orders o
  left join (
    select owner_id, order_id, sum(quantity) as pieces from order_items where not is_gift group by 1, 2) i
    on i.owner_id = o.owner_id and i.order_id = o.id
  cross join (values ('place'), ('hour')) as k(kind)
  where o.sold_at is not null
  union all
  select owner_id, 'hour', placed_at, shop_id, currency, null, 0, 0, 1, 0, 0 from orders where status = 7
  union all
  select owner_id, 'hour', taken_off_at, shop_id, currency, null, 0, 0, 0, 0, taken_off from return_cases where taken_off_at is not null
  union all
  select o.owner_id, 'hour', r.at, o.shop_id, o.currency, null, 0, 0, 0, 0, r.amount
  from orders o, jsonb_to_recordset(o.refunds) as r(at timestamptz, amount bigint) where o.sold_at is not null) f
join owners w on w.owner_id = f.owner_id
group by 1, 2, 3, 4, 5, 6;

alter table orders force row level security;
alter table order_items force row level security;
alter table order_counts force row level security;
alter table owners force row level security;
alter table return_cases force row level security;
alter table sales_days force row level security;

select shard(t) from unnest(array['sales_parts', 'exchange_rates']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sales_parts', 'exchange_rates']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sales_parts', 'exchange_rates']::regclass[]) t;
