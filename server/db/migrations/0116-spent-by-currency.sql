-- Spending is ordered and compared in one currency, whatever each customer paid in: an order within each is merged, a bound becomes one of each.
drop index customers_spent;
create index customers_spent on customers (owner_id, currency, total_price desc, id desc) where other_prices is null;
create index customers_other_prices on customers (owner_id, id) where other_prices is not null;
