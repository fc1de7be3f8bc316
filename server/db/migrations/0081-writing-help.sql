-- Suggestions that an account has asked for on a day (UTC), so that one account cannot use up the operator's key.
create table writing_help_days (
  owner_id uuid not null references owners,
  day date not null,
  uses integer not null,
  primary key (owner_id, day)
);
select shard('writing_help_days');
select isolate_tenants('writing_help_days');
select plan_for_largest('writing_help_days');
