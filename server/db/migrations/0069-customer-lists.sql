-- Search terms of customers in a table of their own, as those of orders and products: outside row-level security on purpose, as that
-- keeps text operators out of the index. They yield ids alone.
create table customer_search (
  owner_id uuid not null,
  customer_id bigint not null,
  terms tsvector not null,
  primary key (owner_id, customer_id),
  foreign key (owner_id, customer_id) references customers on delete cascade
) with (fillfactor = 90);
create index customer_search_terms on customer_search using gin (terms);

create index customers_latest on customers (owner_id, latest_order_at desc nulls last, id desc);
create index customers_shop_latest on customers (owner_id, shop_id, latest_order_at desc nulls last, id desc);
create index customers_level_latest on customers (owner_id, level, latest_order_at desc nulls last, id desc);
create index customers_spent on customers (owner_id, total_price desc, id desc);
create index customers_orders on customers (owner_id, total_order desc, id desc);
alter table customers add column note_by text;
alter table customers add column noted_at timestamptz;

-- Segments: lists of customers that people keep, or rules that say who is in them.
create table shortlists (
  owner_id uuid not null references owners,
  id bigint not null,
  name text not null,
  description text,
  -- Null: people put customers in by hand.
  rules jsonb,
  created_by bigint not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id)
);
create unique index shortlists_name on shortlists (owner_id, lower(name));

create table shortlist_customers (
  owner_id uuid not null,
  shortlist_id bigint not null,
  customer_id bigint not null,
  added_at timestamptz not null,
  primary key (owner_id, shortlist_id, customer_id),
  foreign key (owner_id, shortlist_id) references shortlists on delete cascade,
  foreign key (owner_id, customer_id) references customers on delete cascade
);
create index shortlist_customers_customer on shortlist_customers (owner_id, customer_id);

select shard(t) from unnest(array['customer_search', 'shortlists', 'shortlist_customers']::regclass[]) t;
select isolate_tenants(t) from unnest(array['shortlists', 'shortlist_customers']::regclass[]) t;
select plan_for_largest(t) from unnest(array['customer_search', 'shortlists', 'shortlist_customers']::regclass[]) t;
