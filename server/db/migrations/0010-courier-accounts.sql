-- Couriers of the owner's own: the accounts that he has with them, and what is chosen when nobody chooses.

create table courier_accounts (
  owner_id uuid not null references owners,
  courier smallint not null,
  -- The courier's own name of the account, and what it is recognised by.
  account_id text not null,
  label text not null,
  -- The keys, sealed with SECRET_KEY and bound to the owner and the courier.
  sealed bytea not null,
  -- The keys as they may be shown: secrets by their last four letters.
  shown jsonb not null,
  -- The stores that the account opens, as the courier listed them, and the one that was chosen.
  places jsonb not null,
  place_id text,
  -- 0: the courier no longer takes the keys.
  status smallint not null check (status in (0, 1)),
  connected_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, courier)
);

-- Pickup places that the owner entered, for couriers that know no places themselves.
create table courier_places (
  owner_id uuid not null references owners,
  id bigint not null,
  courier smallint not null,
  name text not null,
  contact_name text not null,
  phone text not null,
  address jsonb not null,
  is_default boolean not null,
  updated_at timestamptz not null,
  primary key (owner_id, id)
);
create unique index courier_places_default on courier_places (owner_id, courier) where is_default;

-- Defaults of a booking with a courier. They outlive the account.
create table delivery_defaults (
  owner_id uuid not null references owners,
  courier smallint not null,
  defaults jsonb not null,
  updated_at timestamptz not null,
  primary key (owner_id, courier)
);

-- The courier that a channel's orders, or one shop's, go with; shop_id 0 is for the whole channel.
create table delivery_platforms (
  owner_id uuid not null references owners,
  platform_id smallint not null,
  shop_id bigint not null default 0,
  courier smallint not null,
  primary key (owner_id, platform_id, shop_id)
);

-- Local. Every connected account; what a courier pushes comes to /hooks/couriers/<courier>/<key>, which says whose it is.
create table courier_hooks (
  key text primary key,
  owner_id uuid not null,
  courier smallint not null,
  unique (owner_id, courier)
);

select shard(t) from unnest(array['courier_accounts', 'courier_places', 'delivery_defaults', 'delivery_platforms']::regclass[]) t;
select isolate_tenants(t) from unnest(array['courier_accounts', 'courier_places', 'delivery_defaults', 'delivery_platforms']::regclass[]) t;
