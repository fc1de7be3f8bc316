-- Entries of a SKU's timeline beside its movements, and the rule that keeps those as they are.

set local citus.enable_local_reference_table_foreign_keys = off;

-- When the listing got its SKU. Orders that had left before have nothing to do with the SKU's figures. Null: before this was kept.
alter table product_skus add column linked_at timestamptz;

-- Figures of listings that their channel took, refused, or showed otherwise than they were sent. Written where a step of a push ends.
create table stock_push_events (
  owner_id uuid not null references owners,
  id bigint not null,
  sku_id bigint not null,
  shop_id bigint not null,
  kind text not null check (kind in ('sent', 'refused', 'differs')),
  -- The figure that the channel was sent.
  figure integer not null,
  -- Shown by the channel instead.
  shown integer,
  -- The channel's words.
  reason text,
  attempts smallint not null,
  -- When the figure became the target: at the end of the movement that caused it, if one did.
  target_at timestamptz not null,
  at timestamptz not null,
  primary key (owner_id, id)
);
create index stock_push_events_sku on stock_push_events (owner_id, sku_id, id desc);
create index stock_push_events_refused on stock_push_events (owner_id, sku_id, id desc) where kind = 'refused';
-- Rows come in the order of their time, and are removed by it.
create index stock_push_events_time on stock_push_events using brin (at);

select shard(t) from unnest(array['stock_push_events']::regclass[]) t;
select isolate_tenants(t) from unnest(array['stock_push_events']::regclass[]) t;
select plan_for_largest(t) from unnest(array['stock_push_events']::regclass[]) t;

-- The console's role owns the table, and still may only add movements, or remove all of an account.
revoke update, truncate on stock_movements from current_user;
