-- Local: scheduled backups of the whole console, one row for each day on which one was due.
create table backup_runs (
  day date primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  accounts integer,
  bytes bigint,
  -- Why the last try failed; null: none has.
  failure text
);
