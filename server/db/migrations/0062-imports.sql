-- Spreadsheets that people import: the file, its rows with what they change, and which column goes where.

create table imports (
  owner_id uuid not null references owners,
  id bigint not null,
  user_id bigint not null,
  user_name text not null,
  -- Shops that the user could see when the last step began; empty: all.
  shop_ids bigint[] not null,
  -- Permissions that the user had when the last step began.
  rights text[] not null,
  timezone text not null,
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx')),
  bytes integer not null,
  headings jsonb not null,
  samples jsonb not null,
  -- Field of each column, or null, and whether it was guessed.
  columns jsonb not null,
  state text not null check (state in ('checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'failed')),
  fault text,
  rows integer,
  processed integer not null default 0,
  summary jsonb,
  -- Number that all stock movements of the import share.
  document bigint not null,
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id)
);
create index imports_of_user on imports (owner_id, user_id, id desc);

-- The file until its rows are read.
create table import_files (
  owner_id uuid not null,
  import_id bigint not null,
  bytes bytea not null,
  primary key (owner_id, import_id),
  foreign key (owner_id, import_id) references imports on delete cascade
);
alter table import_files alter column bytes set storage external;

create table import_rows (
  owner_id uuid not null,
  import_id bigint not null,
  -- As the spreadsheet numbers it: the heading is row 1.
  number integer not null,
  cells jsonb not null,
  state text not null check (state in ('new', 'change', 'same', 'error', 'done', 'left', 'undone')),
  -- Fields that change.
  fields text[] not null default '{}',
  problem_group text,
  problems jsonb,
  -- Values before and after, once they are changed.
  changes jsonb,
  -- Listing or SKU that the row is about, so that a second row about it is found.
  subject text,
  primary key (owner_id, import_id, number),
  foreign key (owner_id, import_id) references imports on delete cascade
) with (fillfactor = 70);
create index import_rows_state on import_rows (owner_id, import_id, state, number);
create index import_rows_subject on import_rows (owner_id, import_id, subject, number) where subject is not null;

-- Where the columns of files with these headings went the last time.
create table import_columns (
  owner_id uuid not null references owners,
  headings_digest text not null,
  columns jsonb not null,
  saved_at timestamptz not null,
  primary key (owner_id, headings_digest)
);

-- Rows of an import name listings by the seller's code.
create index product_skus_seller_sku on product_skus (owner_id, lower(seller_sku)) where seller_sku is not null;

select shard(t) from unnest(array['imports', 'import_files', 'import_rows', 'import_columns']::regclass[]) t;
select isolate_tenants(t) from unnest(array['imports', 'import_files', 'import_rows', 'import_columns']::regclass[]) t;
select plan_for_largest(t) from unnest(array['imports', 'import_files', 'import_rows', 'import_columns']::regclass[]) t;
