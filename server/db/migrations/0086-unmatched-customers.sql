-- Customers who are to be compared with others stand in a table of their own: a mark in their row took a new version of it, with an entry in
-- each of its ten indexes, for every order.
create table unmatched_customers (
  owner_id uuid not null,
  customer_id bigint not null,
  primary key (owner_id, customer_id),
  foreign key (owner_id, customer_id) references customers on delete cascade
);

-- Row-level security is forced on the table's owner too, who takes over the marks of all accounts at once.
alter table customers no force row level security;
insert into unmatched_customers (owner_id, customer_id) select owner_id, id from customers where matched_at is null;
alter table customers force row level security;
drop index customers_unmatched;
alter table customers drop column matched_at;

select shard(t) from unnest(array['unmatched_customers']::regclass[]) t;
select isolate_tenants(t) from unnest(array['unmatched_customers']::regclass[]) t;
select plan_for_largest(t) from unnest(array['unmatched_customers']::regclass[]) t;
