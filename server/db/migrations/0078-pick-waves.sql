-- Pick waves: what many orders need, by bin, ticked by several people at once. And the bin of a SKU.

alter table skus add column bin text;

create table pick_waves (
  owner_id uuid not null references owners,
  id bigint not null,
  name text not null,
  created_name text not null,
  created_at timestamptz not null,
  -- When the last line was picked or found short; null while something is left.
  ended_at timestamptz,
  primary key (owner_id, id)
) with (fillfactor = 80);

create table pick_wave_orders (
  owner_id uuid not null,
  wave_id bigint not null,
  order_id bigint not null,
  primary key (owner_id, wave_id, order_id),
  foreign key (owner_id, wave_id) references pick_waves on delete cascade
);
create index pick_wave_orders_order on pick_wave_orders (owner_id, order_id);

create table pick_wave_lines (
  owner_id uuid not null,
  wave_id bigint not null,
  line integer not null,
  sku_id bigint,
  code text not null,
  name text not null,
  variant_label text,
  image_url text,
  bin text,
  quantity integer not null,
  picked integer not null default 0,
  -- The bin has no more than was picked.
  is_short boolean not null default false,
  -- Pieces by order, the first deadline first.
  orders jsonb not null,
  changed_name text,
  primary key (owner_id, wave_id, line),
  foreign key (owner_id, wave_id) references pick_waves on delete cascade
) with (fillfactor = 80);

select shard(t) from unnest(array['pick_waves', 'pick_wave_orders', 'pick_wave_lines']::regclass[]) t;
select isolate_tenants(t) from unnest(array['pick_waves', 'pick_wave_orders', 'pick_wave_lines']::regclass[]) t;
select plan_for_largest(t) from unnest(array['pick_waves', 'pick_wave_orders', 'pick_wave_lines']::regclass[]) t;
