-- Refunds come off the revenue, on the day of the refund.

-- When the channel gave the money back; null: it did not. And what stands in sales_days for it, on the day of that moment.
alter table return_cases add column refunded_at timestamptz;
alter table return_cases add column taken_off bigint not null default 0;
alter table return_cases add column taken_off_at timestamptz;

-- What went back to the buyer where the channel tells of no returns: [{at, amount}], in minor units. Null: nothing did.
alter table orders add column refunds jsonb;

-- Minor units, beside the revenue that they come off.
alter table sales_days add column refunds bigint not null default 0;

-- The wall is forced on the tables' owner too, who begins the figures here for all accounts at once.
alter table return_cases no force row level security;
alter table orders no force row level security;
alter table owners no force row level security;
alter table shops no force row level security;
alter table sales_days no force row level security;
-- As in server/returns/return-intake-store.ts, as far as it is known still: returns that are refunded (7) now.
update return_cases set refunded_at = changed_at where status = 7;
-- As in server/returns/refunds-store.ts: while the order is neither unpaid (1) nor canceled (7).
update return_cases c set taken_off = c.refund, taken_off_at = c.refunded_at
from orders o
where o.owner_id = c.owner_id and o.shop_id = c.shop_id and o.channel_order_id = c.channel_order_id
  and c.refunded_at is not null and o.status not in (1, 7);
insert into sales_days as d (owner_id, day, shop_id, currency, orders, revenue, refunds)
select c.owner_id, (c.taken_off_at at time zone w.timezone)::date, c.shop_id, c.currency, 0, 0, sum(c.taken_off)
from return_cases c join owners w on w.owner_id = c.owner_id
where c.taken_off_at is not null group by 1, 2, 3, 4
on conflict (owner_id, day, shop_id, currency) do update set refunds = d.refunds + excluded.refunds;
-- As in server/orders/order-refunds-store.ts; of these channels none tells of returns.
update orders o set refunds = jsonb_build_array(jsonb_build_object('at', o.changed_at, 'amount', (o.payment ->> 'refund')::bigint))
from shops s
where s.owner_id = o.owner_id and s.id = o.shop_id and s.platform_id in (3, 4, 6, 7) and (o.payment ->> 'refund')::bigint > 0;
insert into sales_days as d (owner_id, day, shop_id, currency, orders, revenue, refunds)
select o.owner_id, (r.at at time zone w.timezone)::date, o.shop_id, o.currency, 0, 0, sum(r.amount)
from orders o join owners w on w.owner_id = o.owner_id
cross join lateral jsonb_to_recordset(o.refunds) as r(at timestamptz, amount bigint)
where o.status not in (1, 7) group by 1, 2, 3, 4
on conflict (owner_id, day, shop_id, currency) do update set refunds = d.refunds + excluded.refunds;
alter table return_cases force row level security;
alter table orders force row level security;
alter table owners force row level security;
alter table shops force row level security;
alter table sales_days force row level security;
