-- Words that an account keeps out of its listings. `word_key`: lower case, one width, single spaces.
create table forbidden_words (
  owner_id uuid not null references owners,
  word_key text not null,
  word text not null,
  -- Channels that it must not be sent to; empty: all.
  platform_ids smallint[] not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (owner_id, word_key)
);

select shard('forbidden_words'::regclass);
select isolate_tenants('forbidden_words'::regclass);
select plan_for_largest('forbidden_words'::regclass);
