-- What an owner decides for each shop.

alter table shops add column is_order_sync boolean not null default true;
-- Off until the owner says so: from then on the console overwrites the figures of this shop.
alter table shops add column is_stock_sync boolean not null default false;
-- Pieces that this shop is never told about.
alter table shops add column stock_buffer integer not null default 0;
