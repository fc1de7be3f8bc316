-- Sides of pictures at the channels, read once for each address. Null: there is none, or of no kind that we know.
create table picture_sizes (
  owner_id uuid not null,
  -- md5 of the address.
  digest text not null,
  width integer,
  height integer,
  read_at timestamptz not null,
  primary key (owner_id, digest)
);

-- Main pictures whose sides a job is to read.
create table unread_pictures (
  owner_id uuid not null,
  product_id bigint not null,
  address text not null,
  tries smallint not null,
  due_at timestamptz not null,
  primary key (owner_id, product_id),
  foreign key (owner_id, product_id) references products on delete cascade
) with (fillfactor = 70);

<<<<<<<< HEAD:server/db/migrations/0088-picture-sizes.sql
-- Row-level security is forced on the table's owner too, who begins with the pictures of all accounts at once.
alter table products no force row level security;
