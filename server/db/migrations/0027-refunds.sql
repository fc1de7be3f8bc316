-- Refunds come off the revenue, on the day of the refund.

-- When the channel gave the money back; null: it did not. And what stands in sales_days for it, on the day of that moment.
alter table return_cases add column refunded_at timestamptz;
alter table return_cases add column taken_off bigint not null default 0;
alter table return_cases add column taken_off_at timestamptz;

-- Refunds to the buyer, if the channel reports no returns: [{at, amount}], in minor units. Null: none.
alter table orders add column refunds jsonb;

-- Minor units, beside the revenue that they come off.
alter table sales_days add column refunds bigint not null default 0;
