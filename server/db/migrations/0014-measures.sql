-- Payouts are read by the day, the latest first.
create index settlements_latest on settlements (owner_id, settled_at desc, shop_id desc, channel_order_id desc);

-- Parcels that a courier brought back without a return request, and the use of their pieces: recorded once.
create table parcels_back (
  owner_id uuid not null references owners,
  order_id bigint not null,
  received_at timestamptz not null,
  received_by bigint not null,
  received_name text not null,
  note text,
  primary key (owner_id, order_id),
  foreign key (owner_id, order_id) references orders on delete cascade
);

create table parcel_back_lines (
  owner_id uuid not null,
  order_id bigint not null,
  -- The line's position in the order at that time.
  position smallint not null,
  shop_sku text not null,
  restocked integer not null,
  written_off integer not null,
  primary key (owner_id, order_id, position),
  foreign key (owner_id, order_id) references parcels_back on delete cascade
);

select shard(t) from unnest(array['parcels_back', 'parcel_back_lines']::regclass[]) t;
select isolate_tenants(t) from unnest(array['parcels_back', 'parcel_back_lines']::regclass[]) t;

-- The team's note: how often it was written, and by whom last, so that nobody writes over what they have not read.
alter table orders add column note_version integer not null default 0;
alter table orders add column note_by text;

-- Order number that a channel shows to people instead of its id.
alter table orders add column short_code text;
