-- Who changed something last, and the version that this gave it (decision 0045). No row: nobody has changed it since it was made.
create table edit_versions (
  owner_id uuid not null,
  -- What it is: 'shop', 'warehouse', …
  subject text not null,
  -- Which one; 0 where an account has one.
  subject_id bigint not null,
  -- Milliseconds since 1970, which the API shows as updated_at. Never twice the same for one thing.
  version bigint not null,
  changed_by text not null,
  primary key (owner_id, subject, subject_id)
);
select shard('edit_versions');
select isolate_tenants('edit_versions');
select plan_for_largest('edit_versions');
