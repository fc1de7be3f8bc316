-- SKUs that people merge into another one, and parts of SKUs that they split off.

set local citus.enable_local_reference_table_foreign_keys = off;

-- The SKU that goes on for this one, which keeps its history and is in no list. A SKU that goes on is not merged itself.
alter table skus add column merged_into bigint;
-- The code of a merged SKU is free. Listings that bring it get the SKU that goes on, unless another SKU has it.
drop index skus_prime;
create unique index skus_prime on skus (owner_id, lower(prime_sku)) where merged_into is null;
create index skus_merged on skus (owner_id, lower(prime_sku), id desc) where merged_into is not null;
create index skus_merged_into on skus (owner_id, merged_into) where merged_into is not null;

-- Merging takes what orders have reserved of a SKU with it.
create index stock_reservations_sku on stock_reservations (owner_id, sku_id);

-- Merges and splits, with all that undoing them needs.
create table sku_merges (
  owner_id uuid not null references owners,
  -- Also the number of the document of its movements.
  id bigint not null,
  kind text not null check (kind in ('merge', 'split')),
  -- The SKU that goes on, or the one that listings were split off.
  sku_id bigint not null,
  -- The SKUs that were merged into it, or the new one.
  other_ids bigint[] not null,
  -- As they were before. Null: it cannot be undone any more.
  before jsonb,
  user_id bigint not null,
  user_name text not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (owner_id, id)
);
create index sku_merges_sku on sku_merges (owner_id, sku_id, id desc);

alter table stock_movements drop constraint stock_movements_kind_check;
alter table stock_movements add constraint stock_movements_kind_check
  check (kind in ('order', 'cancel', 'ship', 'return', 'write_off', 'adjust', 'transfer', 'receipt', 'import', 'merge', 'split'));
alter table sku_costs drop constraint sku_costs_kind_check;
alter table sku_costs add constraint sku_costs_kind_check check (kind in ('entered', 'receipt', 'merge'));

select shard(t) from unnest(array['sku_merges']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sku_merges']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sku_merges']::regclass[]) t;
