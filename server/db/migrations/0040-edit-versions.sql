-- The last editor of a thing, and the version of that edit (decision 0045). No row: nobody has changed it since it was created.
create table edit_versions (
  owner_id uuid not null,
  -- Kind of the thing: 'shop', 'warehouse', …
  subject text not null,
  -- Id of the thing; 0 if an account has only one.
  subject_id bigint not null,
  -- Milliseconds since 1970, which the API shows as updated_at. Never twice the same for one thing.
  version bigint not null,
  changed_by text not null,
  primary key (owner_id, subject, subject_id)
);
select shard('edit_versions');
select isolate_tenants('edit_versions');
select plan_for_largest('edit_versions');
