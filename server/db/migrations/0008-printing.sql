-- Printing: the channels' labels, batches of papers with their file, and the layout of each owner's waybill.

-- A channel's own label as it came, so that a reprint asks nobody and a channel that forgets it does not matter.
create table labels (
  owner_id uuid not null,
  order_id bigint not null,
  -- Empty while the channel has made no package.
  channel_package_id text not null,
  format text not null check (format in ('pdf', 'html', 'image', 'zpl', 'zip')),
  bytes bytea not null,
  fetched_at timestamptz not null,
  primary key (owner_id, order_id, channel_package_id),
  foreign key (owner_id, order_id) references orders on delete cascade
);
create index labels_age on labels (owner_id, fetched_at);

create table print_batches (
  owner_id uuid not null,
  id bigint not null,
  kind text not null check (kind in ('waybill', 'slip', 'pick_list', 'packing_list')),
  -- In the order in which they are printed.
  order_ids bigint[] not null,
  -- Language of our own papers.
  language text not null,
  state text not null check (state in ('waiting', 'running', 'done')),
  -- Orders whose papers are there or that failed.
  done integer not null default 0,
  -- Orders that are not in the file, with the reasons.
  failures jsonb not null default '[]',
  pages integer,
  created_by bigint not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (owner_id, id),
  foreign key (owner_id) references owners
);
create index print_batches_expiry on print_batches (owner_id, expires_at);

-- A batch's file in pieces that a connection can carry one by one.
create table print_file_parts (
  owner_id uuid not null,
  batch_id bigint not null,
  part integer not null,
  bytes bytea not null,
  primary key (owner_id, batch_id, part),
  foreign key (owner_id, batch_id) references print_batches on delete cascade
);

create table print_templates (
  owner_id uuid primary key references owners,
  template jsonb not null,
  updated_at timestamptz not null
);

select shard(t) from unnest(array['labels', 'print_batches', 'print_file_parts', 'print_templates']::regclass[]) t;
select isolate_tenants(t) from unnest(array['labels', 'print_batches', 'print_file_parts', 'print_templates']::regclass[]) t;
