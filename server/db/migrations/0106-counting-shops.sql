-- Since when a shop that was switched on is having its stock read: SKUs without a figure take the one of the shop that was first.
alter table shops add column stock_counting_since timestamptz;
