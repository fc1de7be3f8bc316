-- How the account's people see figures: with dots between thousands, or as their language writes them.
alter table owners add column number_format text not null default 'dots' check (number_format in ('dots', 'language'));
