-- Images that people upload for listings, kept until every channel has taken them. Each picture of a shop is kept once.
create table listing_images (
  owner_id uuid not null,
  id bigint not null,
  shop_id bigint not null,
  hash text not null,
  bytes bytea not null,
  width integer not null,
  height integer not null,
  used_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, shop_id, hash)
) with (fillfactor = 90);

select shard('listing_images'::regclass);
select isolate_tenants('listing_images'::regclass);
select plan_for_largest('listing_images'::regclass);
