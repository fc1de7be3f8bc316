-- Parcels that owners send with couriers of their own, from the order to the buyer's door.

create table shipments (
  owner_id uuid not null,
  id bigint not null,
  order_id bigint not null,
  shop_id bigint not null,
  courier smallint not null,
  -- Ours, told with the booking: what the parcel is looked up by when nobody knows whether the booking arrived.
  reference text not null,
  -- wanted: to be booked. booked: the courier has it. unanswered: a person has to look. closed: it never came about.
  booking text not null check (booking in ('wanted', 'booked', 'unanswered', 'closed')),
  -- From this moment on the booking may have arrived, although nobody heard so.
  requested_at timestamptz,
  -- The one that the order goes with. Those before it are kept for its history.
  is_live boolean not null,
  status smallint not null,
  flag text,
  -- The courier's time of the event that said so.
  status_at timestamptz,
  -- Chosen options of the booking; missing ones are chosen when the booking is made.
  choice jsonb not null,
  tracking_number text,
  further_numbers text[] not null default '{}',
  fee bigint,
  cod bigint not null,
  currency text not null,
  expected_at timestamptz,
  -- The part of the booking that failed although the parcel is booked, or the store's answer to the delivery status.
  notice text,
  -- The step that the store was told last, and when it is to be told the next.
  sent_step text,
  send_at timestamptz,
  send_attempts integer not null default 0,
  -- When the courier is asked for the parcel; null: never, or not any more.
  next_track_at timestamptz,
  -- Self delivery only: the keyed digest of the buyer's code with its limits.
  code jsonb,
  created_at timestamptz not null,
  booked_at timestamptz,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, reference),
  foreign key (owner_id, order_id) references orders on delete cascade
) with (fillfactor = 80);
create unique index shipments_live on shipments (owner_id, order_id) where is_live;
create index shipments_order on shipments (owner_id, order_id, id desc);
create index shipments_number on shipments (owner_id, courier, tracking_number) where tracking_number is not null;
create index shipments_track on shipments (owner_id, courier, next_track_at) where next_track_at is not null;
create index shipments_send on shipments (owner_id, shop_id, send_at) where send_at is not null;

-- Events that couriers reported. The key keeps an event that is reported twice from counting twice.
create table shipment_events (
  owner_id uuid not null,
  shipment_id bigint not null,
  at timestamptz not null,
  courier_status text not null,
  -- Null: a word that is new to us.
  status smallint,
  flag text,
  description text not null,
  place text,
  noted_at timestamptz not null,
  primary key (owner_id, shipment_id, at, courier_status),
  foreign key (owner_id, shipment_id) references shipments on delete cascade
);

-- Pictures of parcels at the door, as they were made anew by us.
create table shipment_photos (
  owner_id uuid not null,
  shipment_id bigint not null,
  bytes bytea not null,
  type text not null,
  taken_at timestamptz not null,
  primary key (owner_id, shipment_id),
  foreign key (owner_id, shipment_id) references shipments on delete cascade
);

alter table order_actions drop constraint order_actions_kind_check;
alter table order_actions add constraint order_actions_kind_check
  check (kind in ('confirm', 'pack', 'cancel', 'accept_cancel', 'reject_cancel', 'cancel_shipment'));

select shard(t) from unnest(array['shipments', 'shipment_events', 'shipment_photos']::regclass[]) t;
select isolate_tenants(t) from unnest(array['shipments', 'shipment_events', 'shipment_photos']::regclass[]) t;
