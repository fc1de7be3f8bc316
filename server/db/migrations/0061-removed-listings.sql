-- Listings that people deleted here: a channel's news that it has deleted one of them as well brings nothing back.
create table removed_listings (
  owner_id uuid not null,
  shop_id bigint not null,
  channel_product_id text not null,
  removed_at timestamptz not null,
  primary key (owner_id, shop_id, channel_product_id)
);

select shard('removed_listings'::regclass);
select isolate_tenants('removed_listings'::regclass);
select plan_for_largest('removed_listings'::regclass);
