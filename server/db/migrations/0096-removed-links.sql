-- SKUs of variants that have been deleted, so that what was sold of them is still theirs.
create table removed_links (
  owner_id uuid not null,
  shop_id bigint not null,
  shop_sku text not null,
  sku_id bigint not null,
  primary key (owner_id, shop_id, shop_sku)
);

select shard('removed_links'::regclass);
select isolate_tenants('removed_links'::regclass);
select plan_for_largest('removed_links'::regclass);
