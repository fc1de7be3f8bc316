-- Precomputed figures of the home page, users' notification settings, and the daily digests.

set local citus.enable_local_reference_table_foreign_keys = off;

-- Sales per shop, currency and day of the account's time zone, kept by the transaction that changes an order.
create table sales_days (
  owner_id uuid not null references owners,
  day date not null,
  shop_id bigint not null,
  currency text not null,
  orders integer not null,
  -- Minor units.
  revenue bigint not null,
  primary key (owner_id, day, shop_id, currency)
) with (fillfactor = 70);

-- Row-level security is forced on the tables' owner too, who begins the figures here for all accounts at once.
alter table orders no force row level security;
alter table owners no force row level security;
-- Rule of server/analytics/sales-store.ts: unpaid (1) and canceled (7) orders are no sale, cash on delivery (1) counts as placed.
insert into sales_days (owner_id, day, shop_id, currency, orders, revenue)
select o.owner_id,
  (case when o.payment_method = 1 then o.placed_at else coalesce(o.paid_at, o.placed_at) end at time zone w.timezone)::date,
  o.shop_id, o.currency, count(*), sum(o.total)
from orders o join owners w on w.owner_id = o.owner_id
where o.status not in (1, 7) group by 1, 2, 3, 4;
alter table orders force row level security;
alter table owners force row level security;

-- Delivery of a notification type to a user, where it is not the bell alone.
create table notification_ways (
  owner_id uuid not null,
  user_id bigint not null,
  type text not null,
  way text not null,
  primary key (owner_id, user_id, type),
  constraint notification_ways_way check (way in ('bell', 'mail', 'none')),
  foreign key (owner_id, user_id) references users on delete cascade
);

-- The mails of the day that were made: one per day and reader, whoever makes it.
create table digests (
  owner_id uuid not null,
  user_id bigint not null,
  -- Day in the account's time zone.
  day date not null,
  -- The next one tells what came after this.
  until timestamptz not null,
  primary key (owner_id, user_id, day),
  foreign key (owner_id, user_id) references users on delete cascade
);

-- Local: who gets a mail of the day, and when the next one is due; read before the owner is known.
create table digest_readers (
  owner_id uuid not null,
  user_id bigint not null,
  next_at timestamptz not null,
  primary key (owner_id, user_id)
);
create index digest_readers_due on digest_readers (next_at);

-- Low-stock alerts of an account, and the number of pieces at which they are sent.
alter table owners add column low_stock_threshold integer not null default 1;
alter table owners add column has_low_stock_alerts boolean not null default true;

select shard(t) from unnest(array['sales_days', 'notification_ways', 'digests']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sales_days', 'notification_ways', 'digests']::regclass[]) t;
