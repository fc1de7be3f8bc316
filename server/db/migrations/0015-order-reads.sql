-- Reads that went through all orders of an account.

-- Sorted by the day by which an order has to leave, those without one too: a run of each status, merged.
drop index orders_ship_by;
create index orders_ship_by on orders (owner_id, status, ship_by, id);

-- No counter covers printed orders. The indexes are small enough that the tabs' figures are counted from them alone.
create index orders_unprinted on orders (owner_id, status, shop_id) where printed_at is null;
create index orders_printed on orders (owner_id, status, shop_id) where printed_at is not null;
