-- Filters are saved of the audit log too. Their names are apart from those of the order list.
alter table saved_filters add column list text not null default 'orders';
alter table saved_filters add constraint saved_filters_list check (list in ('orders', 'audit'));
drop index saved_filters_name;
create unique index saved_filters_name on saved_filters (owner_id, user_id, list, lower(name));
