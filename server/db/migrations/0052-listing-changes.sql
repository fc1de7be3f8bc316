-- Changes of listings that people request: commands to the channel, as order_actions are.
create table listing_changes (
  owner_id uuid not null,
  id bigint not null,
  product_id bigint not null,
  shop_id bigint not null,
  -- 0: a change of the whole listing.
  variant_id bigint not null,
  -- Kept, so that a change ends even when its variant goes meanwhile.
  channel_product_id text not null,
  channel_sku_id text,
  kind text not null,
  before jsonb not null,
  after jsonb not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  error text,
  error_message text,
  channel_code text,
  sent_at timestamptz,
  -- True once a failed change was requested again, replaced or dismissed.
  is_answered boolean not null default false,
  requested_by bigint not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  check_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id),
  foreign key (owner_id, product_id) references products on delete cascade
) with (fillfactor = 80);
-- One change of a field at a time: a later one replaces it while it is queued.
create unique index listing_changes_open on listing_changes (owner_id, product_id, kind, variant_id)
  where state in ('queued', 'running');
create index listing_changes_refused on listing_changes (owner_id, product_id) where state = 'failed' and not is_answered;
create index listing_changes_product on listing_changes (owner_id, product_id, id desc);
create index listing_changes_due on listing_changes (owner_id, shop_id, check_at) where state in ('queued', 'running');

select shard('listing_changes'::regclass);
select isolate_tenants('listing_changes'::regclass);
select plan_for_largest('listing_changes'::regclass);
