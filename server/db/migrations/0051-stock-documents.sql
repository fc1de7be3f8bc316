-- Movements that people make: all of one action share a number, and tell who made them. Their reason stands in the column of old.
-- They belong to no shop and to no order.
alter table stock_movements add column document bigint;
alter table stock_movements add column user_id bigint;
-- As it was then: people leave and are renamed.
alter table stock_movements add column user_name text;
alter table stock_movements drop constraint stock_movements_kind_check;
alter table stock_movements add constraint stock_movements_kind_check
  check (kind in ('order', 'cancel', 'ship', 'return', 'write_off', 'adjust', 'transfer', 'receipt', 'import'));
