-- Audit log: one entry for each change, in the transaction of the change, chained so that altering one is noticed.

set local citus.enable_local_reference_table_foreign_keys = off;

create table audit_entries (
  owner_id uuid not null references owners,
  -- Without gaps, in the order of the chain.
  sequence bigint not null,
  at timestamptz not null,
  -- Null: nobody was signed in. The name is as it was then.
  user_id bigint,
  user_name text,
  action text not null,
  target_type text,
  target_ids bigint[] not null,
  target_label text,
  -- Values before and after, as text that keeps its exact characters: they are part of the hash.
  before json,
  after json,
  address text,
  user_agent text,
  request_id text,
  -- SHA-256 over the hash of the entry before and all of the above.
  hash bytea not null,
  primary key (owner_id, sequence)
);
create index audit_entries_time on audit_entries (owner_id, at desc, sequence desc);
create index audit_entries_user on audit_entries (owner_id, user_id, sequence desc);
create index audit_entries_action on audit_entries (owner_id, action, sequence desc);
create index audit_entries_targets on audit_entries using gin (target_ids);

-- The end of each owner's chain, signed with SECRET_KEY, so that an end that was cut off or written anew is noticed.
create table audit_heads (
  owner_id uuid primary key references owners,
  sequence bigint not null,
  hash bytea not null,
  signature bytea not null,
  -- The last entry that was removed for its age: where the chain begins now.
  cut_sequence bigint not null default 0,
  cut_hash bytea not null default decode(repeat('00', 32), 'hex')
);

select shard(t) from unnest(array['audit_entries', 'audit_heads']::regclass[]) t;
select isolate_tenants(t) from unnest(array['audit_entries', 'audit_heads']::regclass[]) t;

-- The console's role owns the table, and still may only add to it.
revoke update, delete, truncate on audit_entries from current_user;
