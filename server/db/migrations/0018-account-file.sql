-- A whole account can be asked for as a file as well.
alter table exports drop constraint exports_format;
alter table exports add constraint exports_format check (format in ('csv', 'xlsx', 'backup'));
