-- Warehouses that owners make themselves, and which of them a shop sells from.

alter table warehouses add column code text;
-- Only of a physical one: the shop whose channel keeps the place.
alter table warehouses add column shop_id bigint;
alter table warehouses add column contact_name text;
alter table warehouses add column phone text;
alter table warehouses add column address jsonb;
alter table warehouses add column priority integer not null default 0;
alter table warehouses add column status smallint not null default 1;
alter table warehouses add constraint warehouses_status check (status in (0, 1));
alter table warehouses add column updated_at timestamptz not null default now();
alter table warehouses alter column updated_at drop default;

-- Null: the default one.
alter table shops add constraint shops_warehouse foreign key (owner_id, warehouse_id) references warehouses;
create index shops_warehouse on shops (owner_id, warehouse_id) where warehouse_id is not null;
create index stock_warehouse on stock (owner_id, warehouse_id);
