-- Pieces of an order as devices scan them, so that a list says "2 of 3 scanned" and a scan that is sent again counts once.

alter table orders add column scanned integer not null default 0;
-- Orders checked today, and the last ones.
create index orders_checked on orders (owner_id, checked_at) where checked_at is not null;

create table order_line_scans (
  owner_id uuid not null,
  order_id bigint not null,
  position smallint not null,
  scanned integer not null,
  primary key (owner_id, order_id, position),
  foreign key (owner_id, order_id) references orders on delete cascade
) with (fillfactor = 80);

-- Scans by the ids that devices gave them.
create table order_scans (
  owner_id uuid not null,
  order_id bigint not null,
  scan_id text not null,
  primary key (owner_id, order_id, scan_id),
  foreign key (owner_id, order_id) references orders on delete cascade
);

select shard(t) from unnest(array['order_line_scans', 'order_scans']::regclass[]) t;
select isolate_tenants(t) from unnest(array['order_line_scans', 'order_scans']::regclass[]) t;
select plan_for_largest(t) from unnest(array['order_line_scans', 'order_scans']::regclass[]) t;
