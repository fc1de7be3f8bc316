-- One person in several shops. A customer stays what a shop's buyer is, with the figures of that shop; customers who are one person have the
-- same person_id. Figures of a person are added up where they are read, so that taking a person apart changes no figure.

alter table customers add column person_id bigint;
-- 'phone', 'email': the same contact and name; 'hand': people merged them.
alter table customers add column joined_how text;
alter table customers add column joined_by text;
alter table customers add column joined_at timestamptz;
-- Null: name, contact or address are new, and are to be compared with those of others.
alter table customers add column matched_at timestamptz;
create index customers_person on customers (owner_id, person_id, shop_id) where person_id is not null;
create index customers_unmatched on customers (owner_id, id) where matched_at is null;

-- Digests of name, contacts and place in normal form. What a channel hides has none.
create table customer_keys (
  owner_id uuid not null,
  customer_id bigint not null,
  name_key text not null,
  phone_key text,
  email_key text,
  -- Digest of the name and the address.
  place_key text,
  -- Null: to be compared.
  linked_at timestamptz,
  primary key (owner_id, customer_id),
  foreign key (owner_id, customer_id) references customers on delete cascade
);
create index customer_keys_phone on customer_keys (owner_id, phone_key, name_key) where phone_key is not null;
create index customer_keys_email on customer_keys (owner_id, email_key, name_key) where email_key is not null;
create index customer_keys_place on customer_keys (owner_id, place_key) where place_key is not null;
create index customer_keys_unlinked on customer_keys (owner_id, customer_id) where linked_at is null;

-- Customers who may be one person, and who are not, as people said.
create table customer_pairs (
  owner_id uuid not null,
  id bigint not null,
  -- The smaller id.
  first_id bigint not null,
  second_id bigint not null,
  -- 'likely', 'apart'
  state text not null,
  -- 'phone', 'email', 'address', 'hand'
  reason text not null,
  changed_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, first_id, second_id),
  foreign key (owner_id, first_id) references customers on delete cascade,
  foreign key (owner_id, second_id) references customers on delete cascade
);
create index customer_pairs_second on customer_pairs (owner_id, second_id);
create index customer_pairs_likely on customer_pairs (owner_id, changed_at desc, id desc) where state = 'likely';

-- Merges and separations of the last days, so that they can be undone: person and pairs of the customers before and after.
create table person_changes (
  owner_id uuid not null references owners,
  id bigint not null,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);

-- By how many all customers are more than all persons. Whoever changes person_id locks this row before anything else.
create table person_counts (
  owner_id uuid not null references owners,
  joined integer not null default 0,
  primary key (owner_id)
);

select shard(t) from unnest(array['customer_keys', 'customer_pairs', 'person_changes', 'person_counts']::regclass[]) t;
select isolate_tenants(t) from unnest(array['customer_keys', 'customer_pairs', 'person_changes', 'person_counts']::regclass[]) t;
select plan_for_largest(t) from unnest(array['customer_keys', 'customer_pairs', 'person_changes', 'person_counts']::regclass[]) t;
