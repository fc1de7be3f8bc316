-- Reports of figures by mail, which each user chooses for himself, and those that were written.
create table mail_report_choices (
  owner_id uuid not null,
  user_id bigint not null,
  rhythm text not null,
  -- Weekly ones: 1 is Monday.
  weekday smallint not null,
  -- Hour of the account's clocks.
  hour smallint not null,
  primary key (owner_id, user_id),
  constraint mail_report_rhythm check (rhythm in ('daily', 'weekly')),
  constraint mail_report_weekday check (weekday between 1 and 7),
  constraint mail_report_hour check (hour between 0 and 23),
  foreign key (owner_id, user_id) references users on delete cascade
);

-- One per reader and day, whoever writes it.
create table mail_reports (
  owner_id uuid not null,
  user_id bigint not null,
  -- Day in the account's time zone on which it was due.
  day date not null,
  at timestamptz not null,
  -- Why no mail was written; null: one was.
  skipped text,
  primary key (owner_id, user_id, day),
  foreign key (owner_id, user_id) references users on delete cascade
);

-- Local: who gets a report, and when the next one is due; read before the owner is known.
create table mail_report_readers (
  owner_id uuid not null,
  user_id bigint not null,
  next_at timestamptz not null,
  primary key (owner_id, user_id)
);
create index mail_report_readers_due on mail_report_readers (next_at);

select shard(t) from unnest(array['mail_report_choices', 'mail_reports']::regclass[]) t;
select isolate_tenants(t) from unnest(array['mail_report_choices', 'mail_reports']::regclass[]) t;
select plan_for_largest(t) from unnest(array['mail_report_choices', 'mail_reports', 'mail_report_readers']::regclass[]) t;
