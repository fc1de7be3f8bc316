-- Many templates that are published as one action: a job checks them one by one and requests their uploads.
create table bulk_publishes (
  owner_id uuid not null references owners,
  id bigint not null,
  user_id bigint not null,
  user_name text not null,
  -- Shops that the user could see then; empty: all.
  visible_shop_ids bigint[] not null,
  -- Shops that were chosen; null: all of each template.
  shop_ids bigint[],
  language text not null,
  state text not null check (state in ('open', 'done', 'canceled')),
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id)
);
create index bulk_publishes_of_user on bulk_publishes (owner_id, user_id, id desc);
create index bulk_publishes_open on bulk_publishes (owner_id, id) where state = 'open';

create table bulk_publish_templates (
  owner_id uuid not null,
  bulk_publish_id bigint not null,
  position integer not null,
  template_id bigint not null,
  -- As it was called then: it may be deleted before its turn.
  name text not null,
  state text not null check (state in ('waiting', 'published', 'left_out', 'canceled')),
  -- Reason of a template that is left out, if it is not the rules that it breaks.
  reason text,
  -- Some of the rules that it breaks, and how many it breaks.
  problems jsonb not null default '[]',
  problem_count integer not null default 0,
  -- Its uploads.
  upload_ids bigint[] not null default '{}',
  primary key (owner_id, bulk_publish_id, position),
  foreign key (owner_id, bulk_publish_id) references bulk_publishes on delete cascade
) with (fillfactor = 70);

select shard(t) from unnest(array['bulk_publishes', 'bulk_publish_templates']::regclass[]) t;
select isolate_tenants(t) from unnest(array['bulk_publishes', 'bulk_publish_templates']::regclass[]) t;
select plan_for_largest(t) from unnest(array['bulk_publishes', 'bulk_publish_templates']::regclass[]) t;
