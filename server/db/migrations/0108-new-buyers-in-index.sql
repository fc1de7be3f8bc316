-- First-time buyers of some days are counted without a look at the table of customers.
drop index customers_first_sold;
create index customers_first_sold on customers (owner_id, first_sold_at, shop_id) include (id, person_id) where first_sold_at is not null;
