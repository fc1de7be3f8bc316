-- Search terms of products and SKUs in tables of their own, as those of orders: outside row-level security on purpose, as that keeps
-- text operators out of the index, also of what is joined to a table that has it. They yield ids alone, and the rows behind these are walled.

set local citus.enable_local_reference_table_foreign_keys = off;

create table product_search (
  owner_id uuid not null,
  product_id bigint not null,
  terms tsvector not null,
  primary key (owner_id, product_id),
  foreign key (owner_id, product_id) references products on delete cascade
) with (fillfactor = 90);

create table sku_search (
  owner_id uuid not null,
  sku_id bigint not null,
  terms tsvector not null,
  primary key (owner_id, sku_id),
  foreign key (owner_id, sku_id) references skus on delete cascade
) with (fillfactor = 90);

-- Row-level security is forced on the tables' owner too, who moves the terms of all accounts at once.
alter table products no force row level security;
alter table skus no force row level security;
-- In a block, as the columns are gone afterwards.
do $$
begin
  insert into product_search (owner_id, product_id, terms) select owner_id, id, terms from products;
  insert into sku_search (owner_id, sku_id, terms) select owner_id, id, terms from skus;
end $$;
alter table products force row level security;
alter table skus force row level security;

create index product_search_terms on product_search using gin (terms);
create index sku_search_terms on sku_search using gin (terms);
alter table products drop column terms;
alter table skus drop column terms;

select shard(t) from unnest(array['product_search', 'sku_search']::regclass[]) t;
select plan_for_largest(t) from unnest(array['product_search', 'sku_search']::regclass[]) t;
