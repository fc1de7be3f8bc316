-- A bundle is a SKU made of others. It has no stock of its own; a multi-pack has one part.
create table sku_parts (
  owner_id uuid not null,
  bundle_id bigint not null,
  part_id bigint not null,
  quantity integer not null check (quantity between 1 and 1000),
  primary key (owner_id, bundle_id, part_id),
  foreign key (owner_id, bundle_id) references skus on delete cascade,
  foreign key (owner_id, part_id) references skus on delete cascade
);
create index sku_parts_part on sku_parts (owner_id, part_id);
-- 0: no bundle.
alter table skus add column part_count smallint not null default 0;

-- Pieces that one unit of each line of `shop_skus` takes, in their order; a missing one is 1.
alter table stock_reservations add column per_unit integer[] not null default '{}';
-- The bundle that the pieces are sold in.
alter table stock_reservations add column bundle_id bigint;
alter table stock_movements add column bundle_id bigint;

select shard(t) from unnest(array['sku_parts']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sku_parts']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sku_parts']::regclass[]) t;
