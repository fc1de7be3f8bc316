-- The product list filters, sorts and counts by these columns, so that it never looks at the variants.

alter table products add column price_min bigint;
alter table products add column price_max bigint;
-- Stock of the variant that needs somebody most: 0 out, 1 low, 2 in stock. Null: no variant was counted yet.
alter table products add column stock_level smallint;
-- True if every variant has a SKU.
alter table products add column is_linked boolean not null default false;
-- True if the channel refused a change of this listing, and the refusal is not answered yet.
alter table products add column has_refusal boolean not null default false;
-- Content score of 100 by model/listing-score.ts; null for products stored before there was one.
alter table products add column score smallint;
alter table products add column terms tsvector not null default ''::tsvector;

drop index products_updated;
create index products_newest on products (owner_id, updated_at desc, id desc);
create index products_of_status on products (owner_id, status, updated_at desc, id desc);
create index products_of_shop on products (owner_id, shop_id, status, updated_at desc, id desc);
create index products_short on products (owner_id, updated_at desc, id desc) where stock_level < 2;
create index products_unlinked on products (owner_id, updated_at desc, id desc) where not is_linked;
create index products_refused on products (owner_id, updated_at desc, id desc) where has_refusal;
create index products_price on products (owner_id, price_min, id);
create index products_score on products (owner_id, score, id);
create index products_terms on products using gin (terms);

alter table product_skus add column barcode text;
create index product_skus_barcode on product_skus (owner_id, barcode) where barcode is not null;

alter table skus add column barcode text;
create index skus_barcode on skus (owner_id, barcode) where barcode is not null;
-- Stock of the SKU in all warehouses, by its threshold: 0 out, 1 low, 2 in stock. Null: never counted.
alter table skus add column stock_level smallint;
alter table skus add column terms tsvector not null default ''::tsvector;
create index skus_newest on skus (owner_id, updated_at desc, id desc);
create index skus_short on skus (owner_id, updated_at desc, id desc) where stock_level < 2;
create index skus_terms on skus using gin (terms);

-- Number of products by all that the list filters by, kept by the transaction that changes a product.
create table product_counts (
  owner_id uuid not null references owners,
  shop_id bigint not null,
  status smallint not null,
  -- -1: no variant was counted yet.
  stock_level smallint not null,
  is_linked boolean not null,
  has_refusal boolean not null,
  products integer not null,
  primary key (owner_id, shop_id, status, stock_level, is_linked, has_refusal)
) with (fillfactor = 70);

-- Products whose derived columns a job is to compute anew: something about their stock or their pushes has changed.
create table stale_products (
  owner_id uuid not null references owners,
  product_id bigint not null,
  primary key (owner_id, product_id)
);

select shard(t) from unnest(array['product_counts', 'stale_products']::regclass[]) t;
select isolate_tenants(t) from unnest(array['product_counts', 'stale_products']::regclass[]) t;
select plan_for_largest(t) from unnest(array['product_counts', 'stale_products']::regclass[]) t;

-- Lists whose filters can be saved are known to the contract alone.
alter table saved_filters drop constraint saved_filters_list;
