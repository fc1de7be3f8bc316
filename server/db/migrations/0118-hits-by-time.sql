-- The hour, the day and the 32 days in which an order was placed, beside the terms in one index: hits of a word within a time are found
-- without the others. Numbers of different units never meet: days are negative, and those of 32 days stand below all of them.
drop index order_search_terms;
alter table order_search add column placed_within int[] not null generated always as (array[
  floor(extract(epoch from placed_at at time zone 'UTC') / 3600)::int,
  -1 - floor(extract(epoch from placed_at at time zone 'UTC') / 86400)::int,
  -1000000 - floor(extract(epoch from placed_at at time zone 'UTC') / 2764800)::int]) stored;
-- A word's hits are what the planner has to know; the times would only stand among the commonest terms. Citus passes this on to no
-- shard that is there already.
set local citus.enable_ddl_propagation = off;
alter table order_search alter column placed_within set statistics 0;
set local citus.enable_ddl_propagation = on;
create index order_search_terms on order_search using gin (terms, placed_within);
