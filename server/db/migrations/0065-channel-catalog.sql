-- What channels ask of new listings, as each shop was last told it. Everything here can be read from the channel again,
-- except categories of ours and what people chose for them.

-- When a shop's categories were read. `failed_at`: of the last try, null if it went well.
create table category_trees (
  owner_id uuid not null,
  shop_id bigint not null,
  delivery_options jsonb not null default '[]',
  fetched_at timestamptz,
  failed_at timestamptz,
  failure text,
  primary key (owner_id, shop_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
) with (fillfactor = 70);

create table channel_categories (
  owner_id uuid not null,
  id bigint not null,
  shop_id bigint not null,
  channel_category_id text not null,
  -- The channel's id of the category above; null at the root.
  parent_id text,
  level smallint not null,
  position integer not null,
  is_leaf boolean not null,
  is_disabled boolean not null,
  -- By language; `paths` has the names from the root down.
  names jsonb not null,
  paths jsonb not null,
  -- Words of its own names, and of those and all names above it.
  own_terms tsvector not null,
  terms tsvector not null,
  digest text not null,
  primary key (owner_id, id),
  unique (owner_id, shop_id, channel_category_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
);
create index channel_categories_below on channel_categories (owner_id, shop_id, coalesce(parent_id, ''), position);
create index channel_categories_terms on channel_categories using gin (terms) where is_leaf;

create table category_attributes (
  owner_id uuid not null,
  shop_id bigint not null,
  channel_category_id text not null,
  language text not null,
  -- CategoryAttribute of model/category.ts.
  attributes jsonb not null,
  fetched_at timestamptz not null,
  used_at timestamptz not null,
  primary key (owner_id, shop_id, channel_category_id, language),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

create table category_rules (
  owner_id uuid not null,
  shop_id bigint not null,
  channel_category_id text not null,
  -- ListingRules of model/category.ts.
  rules jsonb not null,
  fetched_at timestamptz not null,
  used_at timestamptz not null,
  primary key (owner_id, shop_id, channel_category_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

-- How far the brands of a category were read; '' for a channel whose brands are those of the whole shop.
create table brand_lists (
  owner_id uuid not null,
  shop_id bigint not null,
  channel_category_id text not null,
  next_cursor text,
  is_whole boolean not null default false,
  brands integer not null default 0,
  fetched_at timestamptz not null,
  used_at timestamptz not null,
  primary key (owner_id, shop_id, channel_category_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
) with (fillfactor = 70);

create table channel_brands (
  owner_id uuid not null,
  shop_id bigint not null,
  channel_category_id text not null,
  channel_brand_id text not null,
  name text not null,
  -- In the form that keywords are compared in.
  folded text not null,
  primary key (owner_id, shop_id, channel_category_id, channel_brand_id),
  foreign key (owner_id, shop_id, channel_category_id) references brand_lists on delete cascade
);

-- Categories of ours: those that people use in any shop, each once.
create table categories (
  owner_id uuid not null references owners,
  id bigint not null,
  names jsonb not null,
  paths jsonb not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);

-- The category of each shop that ours stands for. A person's choice is never replaced by what listings suggest.
create table category_mappings (
  owner_id uuid not null,
  category_id bigint not null,
  shop_id bigint not null,
  channel_category_id text not null,
  is_chosen boolean not null,
  -- Per cent.
  confidence smallint not null,
  updated_at timestamptz not null,
  primary key (owner_id, category_id, shop_id),
  unique (owner_id, shop_id, channel_category_id),
  foreign key (owner_id, category_id) references categories on delete cascade,
  foreign key (owner_id, shop_id) references shops on delete cascade
);

select shard(t) from unnest(array['category_trees', 'channel_categories', 'category_attributes', 'category_rules', 'brand_lists', 'channel_brands', 'categories', 'category_mappings']::regclass[]) t;
select isolate_tenants(t) from unnest(array['category_trees', 'channel_categories', 'category_attributes', 'category_rules', 'brand_lists', 'channel_brands', 'categories', 'category_mappings']::regclass[]) t;
select plan_for_largest(t) from unnest(array['category_trees', 'channel_categories', 'category_attributes', 'category_rules', 'brand_lists', 'channel_brands', 'categories', 'category_mappings']::regclass[]) t;
