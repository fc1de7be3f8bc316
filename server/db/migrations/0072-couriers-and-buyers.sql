-- Figures of couriers and of cancellations by day of the account's time zone, and first sales of customers; kept by the transaction
-- that changes an order.

set local citus.enable_local_reference_table_foreign_keys = off;

-- When its channel called the order delivered; null again if the channel takes that back.
alter table orders add column delivered_at timestamptz;

-- Time of the customer's first sale of all; null: there was none.
alter table customers add column first_sold_at timestamptz;

-- By the day on which orders left.
create table courier_days (
  owner_id uuid not null references owners,
  day date not null,
  shop_id bigint not null,
  -- -1: none is known.
  courier smallint not null,
  currency text not null,
  -- Shipping fees that buyers paid, in minor units, of all orders that left.
  shipping_fee bigint not null,
  -- Delivered orders of which it is known when they left, and the sum of their ways.
  timed integer not null,
  milliseconds bigint not null,
  primary key (owner_id, day, shop_id, courier, currency)
) with (fillfactor = 70);

-- The same orders by the hours within which they arrived, per month (span 5) and per day (6), as order_counts has them.
create table courier_hours (
  owner_id uuid not null references owners,
  span smallint not null,
  since date not null,
  shop_id bigint not null,
  courier smallint not null,
  -- 721: more than thirty days.
  hours smallint not null,
  orders integer not null,
  primary key (owner_id, span, since, shop_id, courier, hours)
) with (fillfactor = 70);

-- Canceled orders by the day on which they were placed.
create table cancel_days (
  owner_id uuid not null references owners,
  day date not null,
  shop_id bigint not null,
  -- The party that canceled; 'unknown' where the channel does not say.
  initiator text not null,
  -- First 200 characters; '' where none was told.
  reason text not null,
  orders integer not null,
  primary key (owner_id, day, shop_id, initiator, reason)
) with (fillfactor = 70);

-- Row-level security is forced on the tables' owner too, who begins the figures here for all accounts at once.
alter table orders no force row level security;
alter table order_history no force row level security;
alter table customers no force row level security;
alter table owners no force row level security;
update orders o set delivered_at = h.at
from (select owner_id, order_id, max(at) as at from order_history where event = 'delivered' group by 1, 2) h
where o.owner_id = h.owner_id and o.id = h.order_id and o.status in (6, 8);
update customers c set first_sold_at = f.at
from (select owner_id, customer_id, min(sold_at) as at from orders where customer_id is not null group by 1, 2) f
where c.owner_id = f.owner_id and c.id = f.customer_id;
insert into courier_days (owner_id, day, shop_id, courier, currency, shipping_fee, timed, milliseconds)
select o.owner_id, (o.shipped_at at time zone w.timezone)::date, o.shop_id, coalesce(o.courier, -1), o.currency,
  sum((o.payment ->> 'shippingFee')::bigint), count(*) filter (where o.status = 6 and o.delivered_at > o.shipped_at),
  coalesce(sum(extract(epoch from o.delivered_at - o.shipped_at) * 1000) filter (where o.status = 6 and o.delivered_at > o.shipped_at), 0)
from orders o join owners w on w.owner_id = o.owner_id where o.shipped_at is not null group by 1, 2, 3, 4, 5;
insert into courier_hours (owner_id, span, since, shop_id, courier, hours, orders)
select o.owner_id, p.span, p.since, o.shop_id, coalesce(o.courier, -1),
  least(721, ceil(extract(epoch from o.delivered_at - o.shipped_at) / 3600)), count(*)
from orders o join owners w on w.owner_id = o.owner_id
cross join lateral (values
  (5, date_trunc('month', o.shipped_at at time zone w.timezone)::date), (6, (o.shipped_at at time zone w.timezone)::date)
) as p(span, since)
where o.status = 6 and o.delivered_at > o.shipped_at group by 1, 2, 3, 4, 5, 6;
insert into cancel_days (owner_id, day, shop_id, initiator, reason, orders)
select o.owner_id, (o.placed_at at time zone w.timezone)::date, o.shop_id, coalesce(o.cancel_initiator, 'unknown'),
  coalesce(left(o.cancel_reason, 200), ''), count(*)
from orders o join owners w on w.owner_id = o.owner_id where o.status = 7 group by 1, 2, 3, 4, 5;
alter table orders force row level security;
alter table order_history force row level security;
alter table customers force row level security;
alter table owners force row level security;

create index customers_first_sold on customers (owner_id, first_sold_at, shop_id) where first_sold_at is not null;
create index orders_customer_sold on orders (owner_id, customer_id, sold_at) where sold_at is not null;

select shard(t) from unnest(array['courier_days', 'courier_hours', 'cancel_days']::regclass[]) t;
select isolate_tenants(t) from unnest(array['courier_days', 'courier_hours', 'cancel_days']::regclass[]) t;
select plan_for_largest(t) from unnest(array['courier_days', 'courier_hours', 'cancel_days']::regclass[]) t;
