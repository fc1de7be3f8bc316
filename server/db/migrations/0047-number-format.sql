-- Figures of the account have dots between thousands, or the marks of the reader's language.
alter table owners add column number_format text not null default 'dots';
alter table owners add constraint owners_number_format_check check (number_format in ('dots', 'language'));
