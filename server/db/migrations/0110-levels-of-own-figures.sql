-- A product has the level of its channel's own figure where the shop is sent none. The next refresh of the account's products computes it.
-- Row-level security is forced on the table's owner too, who marks the products of all accounts at once.
alter table products no force row level security;
alter table shops no force row level security;
alter table stale_products no force row level security;
insert into stale_products (owner_id, product_id)
  select p.owner_id, p.id from products p join shops s on s.owner_id = p.owner_id and s.id = p.shop_id
  where not s.is_stock_sync on conflict do nothing;
alter table products force row level security;
alter table shops force row level security;
alter table stale_products force row level security;
