-- Lists that somebody wants as a file. The file lies here in pieces, so that the worker that writes it and the web process
-- that hands it out need not share a disk, and so that a piece and the place it reaches to are saved together.

create table exports (
  owner_id uuid not null references owners,
  id bigint not null,
  user_id bigint not null,
  type text not null,
  format text not null,
  -- The requested filters, with the shops that the requester may see.
  filters jsonb not null,
  -- Permissions required to open the file: its rows were read with these rights.
  needs text[] not null,
  language text not null,
  state text not null,
  rows bigint not null default 0,
  -- Number of rows at the start; null before that.
  total bigint,
  -- Progress of writing: the last record, and the state of the part that is open.
  bookmark jsonb,
  -- Rows and bytes of each part that is whole.
  parts jsonb not null default '[]',
  error text,
  requested_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (owner_id, id),
  constraint exports_format check (format in ('csv', 'xlsx')),
  constraint exports_state check (state in ('queued', 'running', 'done', 'failed', 'expired'))
);
create index exports_of_user on exports (owner_id, user_id, requested_at desc);

create table export_chunks (
  owner_id uuid not null,
  export_id bigint not null,
  part integer not null,
  position integer not null,
  bytes bytea not null,
  primary key (owner_id, export_id, part, position),
  foreign key (owner_id, export_id) references exports on delete cascade
);
-- Pressing a piece together would take longer than making it.
alter table export_chunks alter column bytes set storage external;

-- News and events for one user alone; null: for all whom they concern.
alter table notifications add column user_id bigint;
-- The file's name, its rows and how long it is kept.
alter table notifications add column file jsonb;
alter table events add column user_id bigint;

select shard(t) from unnest(array['exports', 'export_chunks']::regclass[]) t;
select isolate_tenants(t) from unnest(array['exports', 'export_chunks']::regclass[]) t;
