-- Categories of a shop's channel, as it last told them in one of its languages.
create table channel_catalogs (
  owner_id uuid not null,
  shop_id bigint not null,
  language text not null,
  fetched_at timestamptz not null,
  primary key (owner_id, shop_id, language),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

create table channel_categories (
  owner_id uuid not null,
  shop_id bigint not null,
  language text not null,
  channel_category_id text not null,
  -- Null at the root.
  parent_id text,
  name text not null,
  -- Names from the root on, which a search finds.
  path text not null,
  position integer not null,
  level smallint not null,
  is_leaf boolean not null,
  is_disabled boolean not null,
  primary key (owner_id, shop_id, language, channel_category_id),
  foreign key (owner_id, shop_id, language) references channel_catalogs on delete cascade
);
create index channel_categories_parent on channel_categories (owner_id, shop_id, language, parent_id, position);

-- Other answers of channels about new listings: attributes and rules of a category, couriers of a shop, brands by keyword.
create table channel_facts (
  owner_id uuid not null,
  shop_id bigint not null,
  kind text not null check (kind in ('attributes', 'rules', 'couriers', 'brands')),
  -- Category, and for brands the keyword; empty for couriers.
  key text not null,
  language text not null,
  content jsonb not null,
  fetched_at timestamptz not null,
  primary key (owner_id, shop_id, kind, key, language),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

-- Categories of the account's own, and those of channels that its listings in them were put into.
create table own_categories (
  owner_id uuid not null references owners,
  id bigint not null,
  name text not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);
create unique index own_categories_name on own_categories (owner_id, lower(name));

create table category_mappings (
  owner_id uuid not null,
  category_id bigint not null,
  platform_id smallint not null,
  channel_category_id text not null,
  path text not null,
  -- Number of shops' steps that were saved so.
  uses integer not null,
  used_at timestamptz not null,
  primary key (owner_id, category_id, platform_id, channel_category_id),
  foreign key (owner_id, category_id) references own_categories on delete cascade
) with (fillfactor = 80);

select shard(t) from unnest(array['channel_catalogs', 'channel_categories', 'channel_facts', 'own_categories',
  'category_mappings']::regclass[]) t;
select isolate_tenants(t) from unnest(array['channel_catalogs', 'channel_categories', 'channel_facts', 'own_categories',
  'category_mappings']::regclass[]) t;
select plan_for_largest(t) from unnest(array['channel_catalogs', 'channel_categories', 'channel_facts', 'own_categories',
  'category_mappings']::regclass[]) t;
