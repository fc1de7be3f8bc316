-- Places that a channel keeps, brought in with its sync.

-- The channel's id of a physical one.
alter table warehouses add column channel_warehouse_id text;
-- Since when the channel no longer lists it, or its shop is no longer linked.
alter table warehouses add column delisted_at timestamptz;
create unique index warehouses_of_channel on warehouses (owner_id, shop_id, channel_warehouse_id)
  where channel_warehouse_id is not null;

alter table syncs drop constraint syncs_kind_check;
alter table syncs add constraint syncs_kind_check
  check (kind in ('order', 'product', 'customer', 'return', 'settlement', 'warehouse'));
