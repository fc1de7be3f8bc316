-- Programs beside the printers: which printers they have, what they are to print, and what became of it.

create table print_agents (
  owner_id uuid not null references owners,
  id bigint not null,
  name text not null,
  -- Hash of the pairing code until the program is paired, then of its own token.
  token_hash bytea not null,
  -- Null: paired.
  code_until timestamptz,
  created_name text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  printers jsonb not null default '[]',
  primary key (owner_id, id)
) with (fillfactor = 80);

create table print_settings (
  owner_id uuid not null references owners,
  -- Printer by size of paper.
  rules jsonb not null,
  -- Labels that are printed as soon as they are there.
  auto jsonb not null,
  set_by bigint not null,
  primary key (owner_id)
);

create table print_jobs (
  owner_id uuid not null,
  id bigint not null,
  batch_id bigint not null,
  agent_id bigint not null,
  printer text not null,
  -- waiting: to be claimed once its file is there. claimed: on its way to the printer. unsure: the program ended meanwhile.
  state text not null check (state in ('waiting', 'claimed', 'unsure', 'printed', 'failed')),
  message text,
  is_auto boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (owner_id, id),
  foreign key (owner_id, batch_id) references print_batches on delete cascade,
  foreign key (owner_id, agent_id) references print_agents on delete cascade
) with (fillfactor = 80);
create index print_jobs_agent on print_jobs (owner_id, agent_id, state);
create index print_jobs_batch on print_jobs (owner_id, batch_id);

-- Orders whose label was asked for automatically: once each.
create table print_auto_orders (
  owner_id uuid not null,
  order_id bigint not null,
  primary key (owner_id, order_id),
  foreign key (owner_id, order_id) references orders on delete cascade
);

select shard(t) from unnest(array['print_agents', 'print_settings', 'print_jobs', 'print_auto_orders']::regclass[]) t;
select isolate_tenants(t) from unnest(array['print_agents', 'print_settings', 'print_jobs', 'print_auto_orders']::regclass[]) t;
select plan_for_largest(t) from unnest(array['print_agents', 'print_settings', 'print_jobs', 'print_auto_orders']::regclass[]) t;
