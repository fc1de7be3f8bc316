-- Customer ranks: what each customer spent, which level that gives, and how many customers of a shop have it.

set local citus.enable_local_reference_table_foreign_keys = off;

-- Accounts without a row have the limits of model/customer-rank.ts.
create table customer_ranks (
  owner_id uuid primary key references owners,
  -- The account's, held still by whoever counts what customers spend.
  currency text not null,
  -- The least that somebody of each level has spent, in its minor units.
  limits bigint[] not null,
  constraint customer_ranks_limits check (cardinality(limits) = 4 and limits[1] = 0)
);

-- Levels that are being given anew because the limits changed, and how far that got.
create table rank_runs (
  owner_id uuid primary key references owners,
  -- The last customer that was looked at.
  shop_id bigint not null,
  channel_buyer_id text not null,
  seen integer not null,
  total integer not null
);

create table customer_counts (
  owner_id uuid not null references owners,
  shop_id bigint not null,
  level smallint not null,
  customers integer not null,
  primary key (owner_id, shop_id, level)
) with (fillfactor = 70);

alter table customers add column level smallint not null default 1;
-- Amount of the delivered orders in the account's currency; total_price has those in the customer's own. Minor units.
alter table customers add column spent bigint not null default 0;

-- Row-level security is forced on the tables' owner too, who begins the figures here for all accounts at once.
alter table orders no force row level security;
alter table owners no force row level security;
alter table customers no force row level security;
-- Rule of server/customers/customer-figures-store.ts: delivered (6) counts; failed (9), returned (8) and orders that the buyer
-- canceled (7) on their way are lost. Earlier, orders in several currencies were added up, and every canceled one counted as
-- lost.
update customers c set total_price = t.price, spent = t.spent, total_order_lost = t.lost,
  level = 1 + (t.spent >= 1000 * t.unit)::int + (t.spent >= 5000 * t.unit)::int + (t.spent >= 20000 * t.unit)::int
from (
  select b.owner_id, b.id,
    coalesce(sum(o.total) filter (where o.status = 6 and o.currency = b.currency), 0) as price,
    coalesce(sum(o.total) filter (where o.status = 6 and o.currency = w.currency), 0) as spent,
    count(*) filter (where o.status in (8, 9)
      or (o.status = 7 and o.cancel_initiator = 'buyer' and o.shipped_at is not null)) as lost,
    case w.currency when 'VND' then 1000 when 'IDR' then 1000 when 'JPY' then 10 when 'TWD' then 10
      when 'THB' then 1000 when 'PHP' then 1000 else 100 end as unit
  from customers b join owners w on w.owner_id = b.owner_id
  join orders o on o.owner_id = b.owner_id and o.customer_id = b.id
  group by b.owner_id, b.id, w.currency) t
where c.owner_id = t.owner_id and c.id = t.id;
insert into customer_counts (owner_id, shop_id, level, customers)
select owner_id, shop_id, level, count(*) from customers group by 1, 2, 3;
alter table orders force row level security;
alter table owners force row level security;
alter table customers force row level security;

select shard(t) from unnest(array['customer_ranks', 'rank_runs', 'customer_counts']::regclass[]) t;
select isolate_tenants(t) from unnest(array['customer_ranks', 'rank_runs', 'customer_counts']::regclass[]) t;
