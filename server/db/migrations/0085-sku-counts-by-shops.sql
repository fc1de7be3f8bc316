-- SKUs are counted by the set of shops that list them, so that those of any shops add up: a SKU of two of them is in one row.
drop table sku_counts;
create table sku_counts (
  owner_id uuid not null references owners,
  -- As skus.shop_ids.
  shop_ids bigint[] not null,
  -- -1: never counted.
  stock_level smallint not null,
  skus integer not null,
  primary key (owner_id, shop_ids, stock_level)
) with (fillfactor = 70);

-- Row-level security is forced on the table's owner too, who begins the figures here for all accounts at once.
alter table skus no force row level security;
insert into sku_counts (owner_id, shop_ids, stock_level, skus)
select owner_id, shop_ids, coalesce(stock_level, -1), count(*) from skus where merged_into is null group by 1, 2, 3;
alter table skus force row level security;

select shard(t) from unnest(array['sku_counts']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sku_counts']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sku_counts']::regclass[]) t;

-- There are few of them, or none, so that the list would read all SKUs to find a page.
create index skus_unlisted on skus (owner_id, updated_at desc, id desc) where cardinality(shop_ids) = 0 and merged_into is null;
