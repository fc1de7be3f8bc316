-- Number of the last row that the step under way has taken. Rows are taken in their order, so no index by state is needed, and a row
-- that changes its state touches none.
alter table imports add column reached integer not null default 0;
drop index import_rows_state;
