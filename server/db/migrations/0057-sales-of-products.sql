-- Sales of one product and of one SKU, read from sold_products without a look at the orders.

-- Orders that have the variant, counted by the transaction that changes an order, as the pieces are.
alter table sold_products add column orders integer not null default 0;
create index sold_products_of_listing on sold_products (owner_id, shop_id, shop_sku, day);
-- Pieces that came back are found by their variant.
create index return_lines_of_listing on return_lines (owner_id, shop_sku);

-- Row-level security is forced on the tables' owner too, who counts here for all accounts at once.
alter table orders no force row level security;
alter table order_items no force row level security;
alter table owners no force row level security;
alter table sold_products no force row level security;
update sold_products p set orders = f.orders
from (
  select o.owner_id,
    (case when o.payment_method = 1 then o.placed_at else coalesce(o.paid_at, o.placed_at) end at time zone w.timezone)::date as day,
    o.shop_id, i.shop_sku, o.currency, count(distinct o.id) as orders
  from orders o join owners w on w.owner_id = o.owner_id
  join order_items i on i.owner_id = o.owner_id and i.order_id = o.id
  where o.status not in (1, 7) and not i.is_gift group by 1, 2, 3, 4, 5) f
where p.owner_id = f.owner_id and p.day = f.day and p.shop_id = f.shop_id and p.shop_sku = f.shop_sku
  and p.currency = f.currency;
alter table orders force row level security;
alter table order_items force row level security;
alter table owners force row level security;
alter table sold_products force row level security;
