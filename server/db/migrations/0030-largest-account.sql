-- Statements are planned once for any owner. Knowing how many owners there are, the planner expects an account of average size, and
-- reads all of a large one where an index knows the row: to note one order of a hundred thousand took 20 ms. Told that there is one
-- owner, it plans for the largest. Not on Citus, whose workers plan for themselves and take no such setting.
create function plan_for_largest(target regclass) returns void language plpgsql as $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    execute format('alter table %s alter column owner_id set (n_distinct = 1)', target);
  end if;
end $$;

select plan_for_largest(t.oid) from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'owner_id'
  where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace;

-- Counts from the next look at the tables on. Empty ones are not looked at: they would be taken to stay so.
do $$
begin
  if (select reltuples from pg_class where oid = 'orders'::regclass) > 0 then
    analyze;
  end if;
end $$;
