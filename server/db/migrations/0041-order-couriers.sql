-- The courier that an order goes by, or shall go by, as model/delivery.ts numbers couriers: the channel's own logistics, or what people
-- chose for it. order_counts knows it too (-1: none yet), so that lists of one courier are neither counted nor looked through.

-- Row-level security is forced on the tables' owner too, who works here for all accounts at once.
alter table orders no force row level security;
alter table owners no force row level security;
alter table shops no force row level security;
alter table shipments no force row level security;
alter table order_counts no force row level security;

alter table orders add column courier smallint;
update orders o set courier = case when s.platform_id = 2 then 5 when s.platform_id = 1 then 6
  when s.platform_id = 5 then 7 when s.platform_id = 7 then 8 end
from shops s where s.owner_id = o.owner_id and s.id = o.shop_id and s.platform_id in (1, 2, 5, 7);
update orders o set courier = p.courier
from shipments p where p.owner_id = o.owner_id and p.order_id = o.id and p.is_live;

create index orders_courier on orders (owner_id, courier, shop_id, status, placed_at desc, id desc) where courier is not null;

delete from order_counts;
alter table order_counts drop constraint order_counts_pkey;
alter table order_counts add column courier smallint not null;
alter table order_counts add constraint order_counts_pkey primary key (owner_id, span, since, shop_id, payment_method, courier);
insert into order_counts (owner_id, span, since, shop_id, payment_method, courier,
  unpaid, pending, confirmed, ready_to_ship, shipped, delivered, canceled, returned, failed)
select o.owner_id, p.span, p.since, o.shop_id, o.payment_method, coalesce(o.courier, -1),
  count(*) filter (where o.status = 1), count(*) filter (where o.status = 2), count(*) filter (where o.status = 3),
  count(*) filter (where o.status = 4), count(*) filter (where o.status = 5), count(*) filter (where o.status = 6),
  count(*) filter (where o.status = 7), count(*) filter (where o.status = 8), count(*) filter (where o.status = 9)
from orders o
join owners w on w.owner_id = o.owner_id
cross join lateral (values
  (0, date '0001-01-01'),
  (1, date_trunc('month', o.placed_at at time zone w.timezone)::date),
  (2, (o.placed_at at time zone w.timezone)::date),
  (3, date_trunc('month', o.paid_at at time zone w.timezone)::date),
  (4, (o.paid_at at time zone w.timezone)::date),
  (5, date_trunc('month', o.shipped_at at time zone w.timezone)::date),
  (6, (o.shipped_at at time zone w.timezone)::date),
  (7, case when o.is_star then date '0001-01-01' end),
  (8, case when o.printed_at is not null then date '0001-01-01' end),
  (9, case when o.cancel_requested_at is not null then date '0001-01-01' end),
  (10, case when o.return_status = 1 then date '0001-01-01' end)) as p(span, since)
where p.since is not null
group by 1, 2, 3, 4, 5, 6;

alter table orders force row level security;
alter table owners force row level security;
alter table shops force row level security;
alter table shipments force row level security;
alter table order_counts force row level security;
