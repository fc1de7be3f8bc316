-- An order reads which pieces it is missing from what is on hand, so that nothing is left to mark when it comes.
alter table stock_reservations drop column is_short;
