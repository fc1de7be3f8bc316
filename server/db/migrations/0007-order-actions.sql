-- Order actions that users requested: a job sends them to the channel. Their result arrives with the order itself.

create table order_actions (
  owner_id uuid not null,
  id bigint not null,
  order_id bigint not null,
  shop_id bigint not null,
  kind text not null check (kind in ('confirm', 'pack', 'cancel', 'accept_cancel', 'reject_cancel')),
  -- The choice of the hand-over, or the reason.
  details jsonb not null,
  -- queued: not told yet. running: told, or about to be, and nobody knows whether it arrived. done, failed: ended.
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  -- Only of a failed one: our code, the channel's own words, and its own code.
  error text,
  error_message text,
  channel_code text,
  requested_by bigint not null,
  -- Kept, so that the name stays when the user goes.
  requested_by_name text not null,
  requested_at timestamptz not null,
  check_at timestamptz not null,
  ended_at timestamptz,
  -- Actions that were requested together share it.
  batch_id bigint,
  primary key (owner_id, id),
  foreign key (owner_id, order_id) references orders on delete cascade
) with (fillfactor = 80);
-- Two people cannot ask for two things at once.
create unique index order_actions_open on order_actions (owner_id, order_id) where state in ('queued', 'running');
create index order_actions_order on order_actions (owner_id, order_id, id desc);
create index order_actions_due on order_actions (owner_id, shop_id, check_at) where state in ('queued', 'running');
create index order_actions_batch on order_actions (owner_id, batch_id) where batch_id is not null;

-- A note that was written here is not replaced by the channel's.
alter table orders add column is_note_own boolean not null default false;

select shard('order_actions'::regclass);
select isolate_tenants('order_actions'::regclass);
