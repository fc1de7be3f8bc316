-- Sales of each product, so that home can list the best sellers without adding up the orders of a month.

set local citus.enable_local_reference_table_foreign_keys = off;

-- Per shop, the channel's SKU, currency and day of the account's time zone; kept by the transaction that changes an order.
create table sold_products (
  owner_id uuid not null references owners,
  day date not null,
  shop_id bigint not null,
  shop_sku text not null,
  currency text not null,
  pieces integer not null,
  -- Minor units.
  revenue bigint not null,
  -- The latest order that had it, which knows its name and its picture.
  order_id bigint not null,
  primary key (owner_id, day, shop_id, shop_sku, currency)
) with (fillfactor = 70);

-- Row-level security is forced on the tables' owner too, who begins the figures here for all accounts at once.
alter table orders no force row level security;
alter table order_items no force row level security;
alter table owners no force row level security;
-- Rule of server/analytics/sold-products-store.ts: lines of the orders in sales_days, without gifts.
insert into sold_products (owner_id, day, shop_id, shop_sku, currency, pieces, revenue, order_id)
select o.owner_id,
  (case when o.payment_method = 1 then o.placed_at else coalesce(o.paid_at, o.placed_at) end at time zone w.timezone)::date,
  o.shop_id, i.shop_sku, o.currency, sum(i.quantity), sum(i.total), max(o.id)
from orders o join owners w on w.owner_id = o.owner_id
join order_items i on i.owner_id = o.owner_id and i.order_id = o.id
where o.status not in (1, 7) and not i.is_gift group by 1, 2, 3, 4, 5;
alter table orders force row level security;
alter table order_items force row level security;
alter table owners force row level security;

select shard(t) from unnest(array['sold_products']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sold_products']::regclass[]) t;
