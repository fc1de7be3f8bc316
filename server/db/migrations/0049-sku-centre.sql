-- Columns that the SKU centre filters and counts by, kept beside each SKU so that the list never looks at its listings.

-- Shops that list the SKU, in order.
alter table skus add column shop_ids bigint[] not null default '{}';
create index skus_of_shop on skus using gin (shop_ids);

-- True once a person has unlinked the listing: no report gives it a SKU again.
alter table product_skus add column is_unlinked boolean not null default false;

-- Number of SKUs by all that the list filters by, kept by the transaction that changes a SKU.
create table sku_counts (
  owner_id uuid not null references owners,
  -- 0: all shops together, and SKUs that no shop lists.
  shop_id bigint not null,
  -- -1: never counted.
  stock_level smallint not null,
  -- Number of shops that list the SKU.
  shop_count smallint not null,
  skus integer not null,
  primary key (owner_id, shop_id, stock_level, shop_count)
) with (fillfactor = 70);

-- Row-level security is forced on the tables' owner too, who begins the figures here for all accounts at once.
alter table skus no force row level security;
alter table product_skus no force row level security;
update skus s set shop_ids = f.shop_ids
from (
  select owner_id, sku_id, array_agg(distinct shop_id order by shop_id) as shop_ids from product_skus
  where sku_id is not null group by owner_id, sku_id) f
where s.owner_id = f.owner_id and s.id = f.sku_id;
insert into sku_counts (owner_id, shop_id, stock_level, shop_count, skus)
select s.owner_id, place.shop_id, coalesce(s.stock_level, -1), cardinality(s.shop_ids), count(*)
from skus s cross join lateral unnest(array[0::bigint] || s.shop_ids) as place(shop_id) group by 1, 2, 3, 4;
alter table skus force row level security;
alter table product_skus force row level security;

select shard(t) from unnest(array['sku_counts']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sku_counts']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sku_counts']::regclass[]) t;
