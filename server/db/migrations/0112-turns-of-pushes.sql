-- Figures that fall go to their shop before those that rise, however many of these wait.
alter table stock_pushes add column turn_at timestamptz not null default now();
create index stock_pushes_turn on stock_pushes (owner_id, shop_id, turn_at, product_sku_id, check_at)
  where state in ('due', 'sent', 'locked');
