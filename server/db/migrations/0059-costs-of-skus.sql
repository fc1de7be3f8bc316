-- Cost of a SKU, needed for profit: entered by a person, or at goods-in.

set local citus.enable_local_reference_table_foreign_keys = off;

-- In ten-thousandths of the currency's minor unit, so that an average keeps what rounding would lose. Null: unknown.
alter table skus add column cost bigint;
alter table skus add column cost_currency text;
-- `fixed`: the cost that was entered last. `average`: moving average of what was received.
alter table skus add column cost_method text not null default 'fixed';
alter table skus add constraint skus_cost_method_check check (cost_method in ('fixed', 'average'));

-- Each cost from its time on. Nothing changes or removes a row but the end of its SKU.
create table sku_costs (
  owner_id uuid not null,
  id bigint not null,
  sku_id bigint not null,
  since timestamptz not null,
  -- Null: unknown from then on.
  cost bigint,
  currency text not null,
  method text not null,
  kind text not null check (kind in ('entered', 'receipt')),
  -- Pieces of a receipt, cost of each, and the number of its document.
  quantity integer,
  unit_cost bigint,
  document bigint,
  reason text,
  user_id bigint not null,
  -- As it was then.
  user_name text not null,
  primary key (owner_id, id),
  foreign key (owner_id, sku_id) references skus on delete cascade
);
create index sku_costs_sku on sku_costs (owner_id, sku_id, id desc);

select shard(t) from unnest(array['sku_costs']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sku_costs']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sku_costs']::regclass[]) t;
