-- True if orders that are not paid yet reserve stock.
alter table owners add column reserves_unpaid boolean not null default true;
-- Pieces that the channel has taken off for an unpaid order, and we have not.
alter table stock_reservations add column unpaid integer not null default 0;
