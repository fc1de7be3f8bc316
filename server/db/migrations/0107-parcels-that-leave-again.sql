-- Pieces that left and were taken in again with their parcel: sent once more, they leave once more.
alter table stock_reservations add column back integer not null default 0;

-- Row-level security is forced on the tables' owner too, who notes here for all accounts at once what has come back so far.
alter table stock_reservations no force row level security;
alter table parcel_back_lines no force row level security;
update stock_reservations k set back = least(k.shipped, b.back)
from (
  select h.owner_id, h.order_id, h.sku_id, h.warehouse_id,
    sum((l.restocked + l.written_off) * coalesce(h.per_unit[array_position(h.shop_skus, l.shop_sku)], 1)) as back
  from stock_reservations h
  join parcel_back_lines l on l.owner_id = h.owner_id and l.order_id = h.order_id and l.shop_sku = any(h.shop_skus)
  group by 1, 2, 3, 4) b
where b.owner_id = k.owner_id and b.order_id = k.order_id and b.sku_id = k.sku_id and b.warehouse_id = k.warehouse_id;
alter table stock_reservations force row level security;
alter table parcel_back_lines force row level security;
