-- A shop is sent a part of the pieces that are left: so many per cent, less its buffer, and never more than its cap.
alter table shops add column stock_cap integer;
alter table shops add constraint shops_stock_cap check (stock_cap between 0 and 999999);
alter table shops add column stock_share smallint not null default 100;
alter table shops add constraint shops_stock_share check (stock_share between 0 and 100);

-- The same of one SKU in one shop. Null: as the shop says.
create table sku_shop_rules (
  owner_id uuid not null,
  sku_id bigint not null,
  shop_id bigint not null,
  buffer integer check (buffer between 0 and 999999),
  cap integer check (cap between 0 and 999999),
  share smallint check (share between 0 and 100),
  primary key (owner_id, sku_id, shop_id),
  foreign key (owner_id, sku_id) references skus on delete cascade,
  foreign key (owner_id, shop_id) references shops on delete cascade
);

-- locked: the channel keeps the figure for a campaign of its own. It is sent again from time to time.
alter table stock_pushes drop constraint stock_pushes_state_check;
alter table stock_pushes add constraint stock_pushes_state_check
  check (state in ('due', 'sent', 'done', 'refused', 'locked'));
alter table stock_pushes add column lock_reason text;
drop index stock_pushes_open;
create index stock_pushes_open on stock_pushes (owner_id, shop_id, check_at) where state in ('due', 'sent', 'locked');

select shard(t) from unnest(array['sku_shop_rules']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sku_shop_rules']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sku_shop_rules']::regclass[]) t;
