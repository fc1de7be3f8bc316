-- The first schema: people, shops, the sync and its orders.
--
-- One schema for a single PostgreSQL and for Citus: owner_id comes first in every key of a tenant table and never
-- changes; no triggers; no serials in tenant tables; constraint names stay under 50 characters. Tables marked "local"
-- live on the coordinator: directories that are read before the owner is known, queues and events.

set local citus.enable_local_reference_table_foreign_keys = off;

-- Spreads a tenant table over workers when the Citus extension is there, and does nothing on a plain PostgreSQL.
create function shard(target regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_table(target, 'owner_id', colocate_with => case when target = 'owners'::regclass then 'default' else 'owners' end);
  end if;
end $$;

-- Row-level security: a row is visible only to the owner that the transaction (or the connection) was opened for.
-- Forced, because the console's role owns the tables. nullif: a connection that never set it sees nothing.
create function isolate_tenants(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy owner_wall on %s using (owner_id = nullif(current_setting(''app.owner_id'', true), '''')::uuid)', target);
end $$;

-- Numbers that the API calls ids. One sequence for all, drawn in blocks by the application.
create sequence ids as bigint start 1001;

create table owners (
  owner_id uuid primary key,
  -- Short form of the owner, put before every search term.
  number bigint not null,
  name text not null,
  company_name text,
  company_domain text,
  currency text not null,
  timezone text not null,
  created_at timestamptz not null
);

create table users (
  owner_id uuid not null references owners,
  id bigint not null,
  email text not null,
  name text not null,
  phone text,
  gender smallint not null default 0,
  profile_picture text,
  password_hash text,
  scope text not null check (scope in ('owner', 'admin', 'staff')),
  roles text[] not null,
  group_permissions text[] not null,
  permissions text[] not null,
  shop_ids bigint[] not null default '{}',
  language text not null default 'jp',
  status smallint not null default 1,
  is_first_login boolean not null default true,
  sync_banner_closed_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id)
);

-- Local: which account an e-mail address signs in to.
create table sign_ins (
  email text primary key,
  owner_id uuid not null,
  user_id bigint not null
);

-- Local: failed sign-ins per account and per address.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  window_started_at timestamptz not null
);

-- Local: bearer tokens, hashed.
create table sessions (
  token_hash bytea primary key,
  owner_id uuid not null,
  user_id bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- The browser keeps the cookie until then; false: only until it is closed.
  is_remembered boolean not null,
  user_agent text,
  address text
);
create index sessions_user on sessions (owner_id, user_id);
create index sessions_expiry on sessions (expires_at);

create table shops (
  owner_id uuid not null references owners,
  id bigint not null,
  platform_id smallint not null,
  channel_shop_id text not null,
  name text not null,
  system_name text not null,
  platform_url text,
  status smallint not null default 1,
  auth_state text not null default 'ok' check (auth_state in ('ok', 'expiring', 'expired', 'revoked', 'error')),
  currency text not null,
  region text not null,
  warehouse_id bigint,
  connected_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, platform_id, channel_shop_id)
);

-- Local: whose shop a webhook is about, that no shop has two owners, and when to ask the channel again.
create table channel_shops (
  platform_id smallint not null,
  channel_shop_id text not null,
  owner_id uuid not null,
  shop_id bigint not null,
  next_poll_at timestamptz not null,
  -- Kept here and not beside the sync's state, whose row is locked while a page is saved: a push must not wait for that.
  last_event_at timestamptz,
  primary key (platform_id, channel_shop_id)
);
create index channel_shops_due on channel_shops (next_poll_at);

-- Sealed with SECRET_KEY.
create table shop_credentials (
  owner_id uuid not null,
  shop_id bigint not null,
  sealed bytea not null,
  access_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, shop_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

-- A consent page that was opened and has not come back yet.
create table link_states (
  owner_id uuid not null references owners,
  state_hash bytea not null,
  user_id bigint not null,
  platform_id smallint not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (owner_id, state_hash)
);

-- Position of a shop's sync of one kind. Moves in the transaction that saves the imported rows.
create table syncs (
  owner_id uuid not null,
  shop_id bigint not null,
  kind text not null check (kind in ('order', 'product', 'customer')),
  phase text not null check (phase in ('import', 'follow')),
  state text not null check (state in ('idle', 'running', 'done', 'partial', 'failed')),
  -- Period of the running poll: from (null: everything) and up to the moment at which it began.
  period_from timestamptz,
  period_to timestamptz not null,
  -- The connector's bookmark within the period; null before its first page.
  cursor text,
  percent smallint not null default 0,
  -- Brought in by the import and since.
  items bigint not null default 0,
  import_started_at timestamptz not null,
  last_checked_at timestamptz,
  -- Somebody wants to know now, however recent the last look is.
  poll_requested_at timestamptz,
  failures_in_row integer not null default 0,
  error text,
  primary key (owner_id, shop_id, kind),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

-- Ids that a webhook or a person named, to be fetched again.
create table stale_ids (
  owner_id uuid not null,
  shop_id bigint not null,
  kind text not null,
  channel_id text not null,
  noted_at timestamptz not null,
  primary key (owner_id, shop_id, kind, channel_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

-- Items from the channel that could not be read.
create table sync_failures (
  owner_id uuid not null,
  shop_id bigint not null,
  kind text not null,
  channel_id text not null,
  reason text not null,
  raw jsonb,
  attempts integer not null default 1,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  primary key (owner_id, shop_id, kind, channel_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

create table customers (
  owner_id uuid not null references owners,
  id bigint not null,
  shop_id bigint not null,
  channel_buyer_id text not null,
  name text not null,
  phone text,
  email text,
  note text,
  is_masked boolean not null default false,
  currency text not null,
  total_order integer not null default 0,
  total_order_success integer not null default 0,
  total_order_lost integer not null default 0,
  total_price bigint not null default 0,
  latest_order_at timestamptz,
  -- The channel's own time of change, if the channel reports customers by themselves.
  changed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, shop_id, channel_buyer_id)
);

create table orders (
  owner_id uuid not null references owners,
  id bigint not null,
  shop_id bigint not null,
  channel_order_id text not null,
  status smallint not null,
  channel_status text not null,
  payment_method smallint not null,
  currency text not null,
  total bigint not null,
  quantity integer not null,
  line_count integer not null,
  -- First line as the list shows it: name, image, shop_sku, quantity.
  preview jsonb not null,
  customer_id bigint,
  buyer_name text,
  buyer_phone text,
  place text,
  tracking_number text,
  provider text,
  is_star boolean not null default false,
  is_digital boolean not null default false,
  pickup_failed boolean not null default false,
  note text,
  buyer_message text,
  cancel_reason text,
  cancel_initiator text,
  placed_at timestamptz not null,
  paid_at timestamptz,
  packed_at timestamptz,
  printed_at timestamptz,
  shipped_at timestamptz,
  completed_at timestamptz,
  ship_by timestamptz,
  cancel_requested_at timestamptz,
  cancel_deadline timestamptz,
  address jsonb,
  payment jsonb not null,
  -- The channel's own time of change, and a digest of what it said, so that hearing it twice is no change.
  changed_at timestamptz not null,
  digest text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, shop_id, channel_order_id)
) with (fillfactor = 90);

create index orders_placed on orders (owner_id, placed_at desc, id desc);
create index orders_status on orders (owner_id, status, placed_at desc, id desc);
create index orders_shop on orders (owner_id, shop_id, status, placed_at desc, id desc);
create index orders_total on orders (owner_id, total desc, id desc);
create index orders_updated on orders (owner_id, updated_at desc, id desc);
create index orders_ship_by on orders (owner_id, ship_by, id) where ship_by is not null;
create index orders_star on orders (owner_id, placed_at desc, id desc) where is_star;
create index orders_cancel_request on orders (owner_id, placed_at desc, id desc) where cancel_requested_at is not null;
create index orders_customer on orders (owner_id, customer_id, placed_at desc);

create table order_items (
  owner_id uuid not null,
  order_id bigint not null,
  position smallint not null,
  shop_sku text not null,
  seller_sku text,
  name text not null,
  variant_label text,
  image_url text,
  quantity integer not null,
  total bigint not null,
  is_gift boolean not null,
  primary key (owner_id, order_id, position),
  foreign key (owner_id, order_id) references orders on delete cascade
);

create table order_packages (
  owner_id uuid not null,
  order_id bigint not null,
  channel_package_id text not null,
  provider text,
  tracking_number text,
  channel_status text not null,
  printed_at timestamptz,
  primary key (owner_id, order_id, channel_package_id),
  foreign key (owner_id, order_id) references orders on delete cascade
);

-- Events of an order. The key makes saving one twice harmless.
create table order_history (
  owner_id uuid not null,
  order_id bigint not null,
  at timestamptz not null,
  event text not null,
  from_status smallint,
  to_status smallint not null,
  actor_type text not null,
  actor_name text,
  note text,
  primary key (owner_id, order_id, at, event),
  foreign key (owner_id, order_id) references orders on delete cascade
);

-- Search terms of an order, each behind its owner's number, beside what its hits are sorted, counted and filtered by: looking
-- that up in orders would cost more than the search. Outside row-level security on purpose: row-level security keeps text
-- operators out of the index. Its rows are counted and give ids, and the orders behind them are walled.
create table order_search (
  owner_id uuid not null,
  order_id bigint not null,
  shop_id bigint not null,
  status smallint not null,
  placed_at timestamptz not null,
  terms tsvector not null,
  primary key (owner_id, order_id),
  foreign key (owner_id, order_id) references orders on delete cascade
) with (fillfactor = 90);
create index order_search_terms on order_search using gin (terms);
-- The words find a handful of rows and the owner nearly all of them: told so, the planner never reads the owner's whole key
-- beside the words' index.
alter table order_search alter column owner_id set (n_distinct = 1);

-- Number of orders, kept by the transaction that changes them: over all time (span 0), per month (1) and per
-- day (2) of the account's time zone. The list reads totals, tab counts and the place of a far page from here. A column
-- for each status, because every page shows all nine: a ninth of the rows to read and to keep.
create table order_counts (
  owner_id uuid not null,
  span smallint not null,
  since date not null,
  shop_id bigint not null,
  payment_method smallint not null,
  unpaid integer not null,
  pending integer not null,
  confirmed integer not null,
  ready_to_ship integer not null,
  shipped integer not null,
  delivered integer not null,
  canceled integer not null,
  returned integer not null,
  failed integer not null,
  primary key (owner_id, span, since, shop_id, payment_method)
) with (fillfactor = 70);

-- Local: what browsers are told, kept for a day so that a reader who was away can catch up.
create table events (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  channel text not null,
  shop_id bigint,
  value jsonb not null,
  at timestamptz not null
);
create index events_owner on events (owner_id, channel, id desc);
create index events_age on events (at);

-- Local: replies to requests that brought an Idempotency-Key, kept for a day to be given again. Beside the sessions and not
-- spread, so that one statement removes what is old.
create table stored_responses (
  owner_id uuid not null,
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body text not null,
  language text not null,
  at timestamptz not null,
  primary key (owner_id, user_id, key)
);
create index kept_replies_age on stored_responses (at);

select shard(t) from unnest(array['owners', 'users', 'shops', 'shop_credentials', 'link_states', 'syncs', 'stale_ids',
  'sync_failures', 'customers', 'orders', 'order_items', 'order_packages', 'order_history', 'order_search', 'order_counts']::regclass[]) t;

select isolate_tenants(t) from unnest(array['owners', 'users', 'shops', 'shop_credentials', 'link_states', 'syncs', 'stale_ids',
  'sync_failures', 'customers', 'orders', 'order_items', 'order_packages', 'order_history', 'order_counts']::regclass[]) t;
