-- Counts of what lies in a warehouse. Booked as movements of one document, and then as closed as these are.
create table stock_takes (
  owner_id uuid not null references owners,
  id bigint not null,
  -- Kept when the warehouse goes.
  warehouse_id bigint not null,
  state text not null check (state in ('open', 'booked', 'canceled')),
  -- True: people who count do not see the figures of the ledger.
  is_blind boolean not null,
  -- Number of SKUs that lay in the warehouse when it began.
  sku_count integer not null,
  -- Number of scans and of counted SKUs, which are limited.
  scan_count integer not null default 0,
  row_count integer not null default 0,
  started_by bigint not null,
  started_name text not null,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  ended_by bigint,
  ended_name text,
  ended_at timestamptz,
  -- Number of its movements; null if nothing differed.
  document bigint,
  primary key (owner_id, id)
) with (fillfactor = 80);
-- Two open ones of one warehouse would each book the same difference.
create unique index stock_takes_open on stock_takes (owner_id, warehouse_id) where state = 'open';

create table stock_take_counts (
  owner_id uuid not null,
  take_id bigint not null,
  sku_id bigint not null,
  counted integer not null,
  -- On hand at the moment of the count, which later sales do not change. Null: the ledger had no figure.
  expected integer,
  -- Difference that was booked; null while the stock take is open.
  booked integer,
  reason text,
  counted_by bigint not null,
  counted_name text not null,
  counted_at timestamptz not null,
  primary key (owner_id, take_id, sku_id),
  foreign key (owner_id, take_id) references stock_takes on delete cascade,
  foreign key (owner_id, sku_id) references skus on delete cascade
) with (fillfactor = 80);
create index stock_take_counts_newest on stock_take_counts (owner_id, take_id, counted_at desc, sku_id desc);
create index stock_take_counts_sku on stock_take_counts (owner_id, sku_id);

-- Scans by the ids that devices gave them, so that one sent again counts once. They go when the stock take ends.
create table stock_take_scans (
  owner_id uuid not null,
  take_id bigint not null,
  scan_id text not null,
  primary key (owner_id, take_id, scan_id),
  foreign key (owner_id, take_id) references stock_takes on delete cascade
);

select shard(t) from unnest(array['stock_takes', 'stock_take_counts', 'stock_take_scans']::regclass[]) t;
select isolate_tenants(t) from unnest(array['stock_takes', 'stock_take_counts', 'stock_take_scans']::regclass[]) t;
select plan_for_largest(t) from unnest(array['stock_takes', 'stock_take_counts', 'stock_take_scans']::regclass[]) t;
