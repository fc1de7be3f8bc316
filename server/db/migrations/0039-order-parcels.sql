-- Orders that their seller divides into several parcels with couriers of the account. An order without rows goes in one.

create table order_parcels (
  owner_id uuid not null,
  order_id bigint not null,
  number smallint not null check (number between 1 and 99),
  -- The pieces in it: [{"shopSku": "…", "quantity": 1}]
  lines jsonb not null,
  -- Amount that its courier collects from the buyer, minor units.
  cod bigint not null check (cod >= 0),
  primary key (owner_id, order_id, number),
  foreign key (owner_id, order_id) references orders on delete cascade
);

-- Number of the order's parcel that is shipped.
alter table shipments add column parcel smallint not null default 1;
drop index shipments_live;
create unique index shipments_live on shipments (owner_id, order_id, parcel) where is_live;

select shard('order_parcels');
select isolate_tenants('order_parcels');
select plan_for_largest('order_parcels');
