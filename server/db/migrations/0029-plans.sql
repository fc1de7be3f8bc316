-- Plans, where somebody hosts the console for others. An account without a row has the plan of whoever hosts it himself, which
-- costs nothing, limits nothing and never ends.

set local citus.enable_local_reference_table_foreign_keys = off;

create table plans (
  owner_id uuid primary key references owners,
  code text not null,
  name text not null,
  -- Minor units.
  price bigint not null,
  currency text not null,
  -- Null: not paid by the period.
  period text,
  -- Null: no limit.
  shops integer,
  staff integer,
  orders integer,
  skus integer,
  -- Bytes.
  storage bigint,
  -- Status as it was set. Whether the plan has ended follows from expired_at and the clock.
  status text not null,
  started_at timestamptz not null,
  -- Null: it never ends.
  expired_at timestamptz,
  -- Days before that end at which the last notification was sent: 7, 1 or 0.
  notified_days smallint,
  constraint plans_period check (period in ('month', 'year')),
  constraint plans_status check (status in ('trial', 'active', 'past_due', 'canceled'))
);

select shard('plans');
select isolate_tenants('plans');
