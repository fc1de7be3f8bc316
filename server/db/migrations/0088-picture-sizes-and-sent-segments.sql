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

-- Customers of segments that were sent to a CRM, where those who leave a segment stay.
create table segment_sends (
  owner_id uuid not null,
  shortlist_id bigint not null,
  shop_id bigint not null,
  customer_id bigint not null,
  primary key (owner_id, shortlist_id, shop_id, customer_id),
  foreign key (owner_id, shortlist_id) references shortlists on delete cascade,
  foreign key (owner_id, shop_id) references shops on delete cascade,
  foreign key (owner_id, customer_id) references customers on delete cascade
);
create index segment_sends_customer on segment_sends (owner_id, customer_id);

-- Row-level security is forced on the table's owner too, who begins with the pictures of all accounts at once.
alter table products no force row level security;
insert into unread_pictures (owner_id, product_id, address, tries, due_at)
  select owner_id, id, images->>0, 0, now() from products where images->>0 like 'http%';
alter table products force row level security;

select shard(t) from unnest(array['picture_sizes', 'unread_pictures', 'segment_sends']::regclass[]) t;
select isolate_tenants(t) from unnest(array['picture_sizes', 'unread_pictures', 'segment_sends']::regclass[]) t;
select plan_for_largest(t) from unnest(array['picture_sizes', 'unread_pictures', 'segment_sends']::regclass[]) t;
