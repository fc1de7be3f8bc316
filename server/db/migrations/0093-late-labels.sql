-- Labels that were not there yet when they were asked for automatically: how often they were, and when they are again.

alter table print_auto_orders add column tries smallint not null default 1;
-- Null: not again.
alter table print_auto_orders add column again_at timestamptz;
