-- Returns of buyers, and payouts of channels for orders.

-- A request of a buyer for goods or money, as the channel tells it.
create table return_cases (
  owner_id uuid not null references owners,
  id bigint not null,
  shop_id bigint not null,
  channel_return_id text not null,
  -- The order may arrive after its return, so the two are joined by the channel's number.
  channel_order_id text not null,
  status smallint not null,
  channel_status text not null,
  kind text not null check (kind in ('refund', 'return', 'replacement')),
  reason text,
  images jsonb not null,
  currency text not null,
  refund bigint not null,
  tracking_number text,
  requested_at timestamptz not null,
  answer_by timestamptz,
  -- The channel's own time of change, and a digest of what it said, so that hearing it twice is no change.
  changed_at timestamptz not null,
  digest text not null,
  -- When somebody took the goods in here, who, and what was found.
  received_at timestamptz,
  received_by bigint,
  received_name text,
  received_note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, shop_id, channel_return_id)
) with (fillfactor = 90);
create index return_cases_order on return_cases (owner_id, shop_id, channel_order_id);
create index return_cases_requested on return_cases (owner_id, requested_at desc, id desc);

create table return_lines (
  owner_id uuid not null,
  return_id bigint not null,
  position smallint not null,
  shop_sku text not null,
  quantity integer not null,
  refund bigint not null,
  -- Returned pieces that were put back into stock, and those written off. Pieces that are neither did not arrive.
  restocked integer not null default 0,
  written_off integer not null default 0,
  primary key (owner_id, return_id, position),
  foreign key (owner_id, return_id) references return_cases on delete cascade
);

-- Payout to the seller for an order. The order may arrive later, or never: it may be older than the first import.
create table settlements (
  owner_id uuid not null references owners,
  shop_id bigint not null,
  channel_order_id text not null,
  currency text not null,
  settled_at timestamptz not null,
  amount bigint not null,
  revenue bigint not null,
  shipping bigint not null,
  fees jsonb not null,
  taxes jsonb not null,
  refund bigint not null,
  adjustment bigint not null,
  digest text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, shop_id, channel_order_id)
);

-- Status of the return that most needs attention, as the list shows it.
alter table orders add column return_status smallint;
create index orders_return_request on orders (owner_id, placed_at desc, id desc) where return_status = 1;

-- Why pieces were thrown away.
alter table stock_movements add column reason text;
alter table stock_movements drop constraint stock_movements_kind_check;
alter table stock_movements add constraint stock_movements_kind_check
  check (kind in ('order', 'cancel', 'ship', 'return', 'write_off', 'adjust', 'transfer', 'import', 'sync'));

alter table syncs drop constraint syncs_kind_check;
alter table syncs add constraint syncs_kind_check
  check (kind in ('order', 'product', 'customer', 'return', 'settlement'));

-- Answers to returns are actions too. Each return of an order is answered by itself.
alter table order_actions add column return_id bigint;
alter table order_actions drop constraint order_actions_kind_check;
alter table order_actions add constraint order_actions_kind_check check (kind in ('confirm', 'pack', 'cancel',
  'accept_cancel', 'reject_cancel', 'cancel_shipment', 'accept_return', 'reject_return', 'receive_return'));
drop index order_actions_open;
create unique index order_actions_open on order_actions (owner_id, order_id, coalesce(return_id, 0))
  where state in ('queued', 'running');
create index order_actions_return on order_actions (owner_id, return_id, id desc) where return_id is not null;

select shard(t) from unnest(array['return_cases', 'return_lines', 'settlements']::regclass[]) t;
select isolate_tenants(t) from unnest(array['return_cases', 'return_lines', 'settlements']::regclass[]) t;
