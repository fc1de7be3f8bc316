-- Sales areas: which warehouses orders are taken from, by their shop and by where they are sent to.

set local citus.enable_local_reference_table_foreign_keys = off;

create table sales_areas (
  owner_id uuid not null references owners,
  id bigint not null,
  name text not null,
  -- Empty: every shop.
  shop_ids bigint[] not null,
  -- The first one is asked first.
  warehouse_ids bigint[] not null,
  -- [{country, province}], province null for the whole country; empty: everywhere.
  regions jsonb not null,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  constraint sales_areas_warehouses check (cardinality(warehouse_ids) > 0)
);
create unique index sales_areas_default on sales_areas (owner_id) where is_default;

-- The warehouse that an area chose had too few when the order came.
alter table stock_reservations add column is_short boolean not null default false;

select shard('sales_areas');
select isolate_tenants('sales_areas');
