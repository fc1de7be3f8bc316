-- People: the mails that they get, one-time links, second factors, pictures, and sessions that can be named and ended.

set local citus.enable_local_reference_table_foreign_keys = off;

-- Id of a session in lists; the hash of its token would reveal too much.
alter table sessions add column id bigint;
update sessions set id = nextval('ids');
alter table sessions alter column id set not null;

-- Signs in at the central home alone: has no password here, and nobody here changes or removes him.
alter table users add column is_sso boolean not null default false;

-- Local: read before the owner is known. What a mail links to, found by the hash of its token alone.
create table one_time_links (
  token_hash bytea primary key,
  owner_id uuid not null,
  user_id bigint not null,
  kind text not null check (kind in ('activate', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_links_user on one_time_links (owner_id, user_id);
create index one_time_links_expiry on one_time_links (expires_at);

create table mails (
  owner_id uuid not null references owners,
  id bigint not null,
  -- The recipient; the user may have been removed.
  user_id bigint not null,
  kind text not null,
  language text not null,
  recipient text not null,
  -- The mail's values, sealed: a link in it is as good as a password. Null: sent, so needed no more.
  sealed bytea,
  -- waiting: to be sent. sending: handed to the mail server, which has not answered. sent, failed: ended.
  -- kept: there is no mail server, it is read in the console.
  state text not null,
  attempts integer not null default 0,
  error text,
  claimed_at timestamptz,
  created_at timestamptz not null,
  -- The mail's content is no longer true after this.
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id),
  constraint mails_state check (state in ('waiting', 'sending', 'sent', 'failed', 'kept'))
);
create index mails_newest on mails (owner_id, created_at desc, id desc);

create table second_factors (
  owner_id uuid not null,
  user_id bigint not null,
  -- The secret that the app of the user shares with us.
  sealed bytea not null,
  -- Null: shown, and no code has come back yet.
  confirmed_at timestamptz,
  -- The half minute of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}',
  primary key (owner_id, user_id),
  foreign key (owner_id, user_id) references users on delete cascade
);

create table avatars (
  owner_id uuid not null,
  user_id bigint not null,
  bytes bytea not null,
  updated_at timestamptz not null,
  primary key (owner_id, user_id),
  foreign key (owner_id, user_id) references users on delete cascade
);

-- The user that the notification is about.
alter table notifications add column staff_name text;

select shard(t) from unnest(array['mails', 'second_factors', 'avatars']::regclass[]) t;
select isolate_tenants(t) from unnest(array['mails', 'second_factors', 'avatars']::regclass[]) t;
