-- A new account takes time zone and currency from the region of its first shop, unless somebody has chosen them. Of accounts that
-- there are nobody knows, so theirs stay.
alter table owners add column is_timezone_chosen boolean not null default true;
alter table owners add column is_currency_chosen boolean not null default true;
-- The shop that they were taken from, until somebody chooses.
alter table owners add column region_shop text;
