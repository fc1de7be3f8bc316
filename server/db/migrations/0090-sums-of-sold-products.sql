-- Sums of sold_products by month (span 1) and by year (span 2) of the account's time zone, so that a long range is read in few rows; kept by
-- the transactions that keep the days.
set local citus.enable_local_reference_table_foreign_keys = off;

create table sold_product_sums (
  owner_id uuid not null references owners,
  span smallint not null,
  since date not null,
  shop_id bigint not null,
  shop_sku text not null,
  currency text not null,
  -- Without gifts.
  pieces integer not null,
  -- Minor units.
  revenue bigint not null,
  -- Orders that have it.
  orders integer not null,
  -- Latest order that had it when it was added.
  order_id bigint not null,
  primary key (owner_id, span, since, shop_id, shop_sku, currency)
) with (fillfactor = 70);

-- Row-level security is forced on the tables' owner too, who counts here for all accounts at once.
alter table sold_products no force row level security;
insert into sold_product_sums (owner_id, span, since, shop_id, shop_sku, currency, pieces, revenue, orders, order_id)
select p.owner_id, s.span, s.since, p.shop_id, p.shop_sku, p.currency, sum(p.pieces), sum(p.revenue), sum(p.orders), max(p.order_id)
from sold_products p
cross join lateral (values
  (1::smallint, date_trunc('month', p.day::timestamp)::date), (2::smallint, date_trunc('year', p.day::timestamp)::date)) as s(span, since)
where (p.pieces, p.revenue, p.orders) <> (0, 0, 0)
group by 1, 2, 3, 4, 5, 6;
alter table sold_products force row level security;

select shard(t) from unnest(array['sold_product_sums']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sold_product_sums']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sold_product_sums']::regclass[]) t;
