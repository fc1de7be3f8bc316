-- Packing: packages are found by their ids, which are on the labels that packers scan.
create index order_packages_package on order_packages (owner_id, channel_package_id);

-- An address may be corrected as well.
alter table order_actions drop constraint order_actions_kind_check;
alter table order_actions add constraint order_actions_kind_check check (kind in ('confirm', 'pack', 'cancel',
  'accept_cancel', 'reject_cancel', 'cancel_shipment', 'accept_return', 'reject_return', 'receive_return', 'edit'));

-- Orders that people wrote down for own stores: a job makes them there, and they arrive by the sync like all others.
create table order_drafts (
  owner_id uuid not null,
  id bigint not null,
  shop_id bigint not null,
  -- Kept with the order at its store, so that one whose answer was lost is found there and not made twice.
  reference text not null,
  draft jsonb not null,
  -- queued: not told yet. running: told, or about to be, and nobody knows whether it arrived. done, failed: ended.
  state text not null,
  attempts integer not null default 0,
  error text,
  error_message text,
  channel_code text,
  channel_order_id text,
  requested_by bigint not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  check_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id),
  foreign key (owner_id, shop_id) references shops on delete cascade,
  constraint order_drafts_state check (state in ('queued', 'running', 'done', 'failed'))
);
create index order_drafts_due on order_drafts (owner_id, shop_id, check_at) where state in ('queued', 'running');
select shard('order_drafts'::regclass);
select isolate_tenants('order_drafts'::regclass);

-- Filters of the order list that a user saved under a name.
create table saved_filters (
  owner_id uuid not null,
  id bigint not null,
  user_id bigint not null,
  name text not null,
  filters jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  foreign key (owner_id, user_id) references users on delete cascade
);
create unique index saved_filters_name on saved_filters (owner_id, user_id, lower(name));
select shard('saved_filters'::regclass);
select isolate_tenants('saved_filters'::regclass);
