-- Notifications, and the users who have read them.

create table notifications (
  owner_id uuid not null references owners,
  id bigint not null,
  type text not null,
  shop_id bigint,
  -- Events of a kind that come close together are one notification: the same key counts up.
  key text not null,
  count integer not null default 1,
  -- A path of the console; the second one when there are several.
  url text,
  url_of_many text,
  product_name text,
  at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, key)
);
create index notifications_latest on notifications (owner_id, at desc, id desc);

create table notification_reads (
  owner_id uuid not null,
  notification_id bigint not null,
  user_id bigint not null,
  read_at timestamptz not null,
  primary key (owner_id, notification_id, user_id),
  foreign key (owner_id, notification_id) references notifications on delete cascade
);

select shard(t) from unnest(array['notifications', 'notification_reads']::regclass[]) t;
select isolate_tenants(t) from unnest(array['notifications', 'notification_reads']::regclass[]) t;
