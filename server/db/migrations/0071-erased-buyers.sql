-- Buyers who asked to be forgotten, and orders whose buyer is not known here any more. Reports that come later bring neither back.
alter table customers add column erased_at timestamptz;
alter table orders add column erased_at timestamptz;

-- After how many months buyers of old orders are erased; null: never. And up to when orders have been looked through for it.
alter table owners add column buyer_months smallint;
alter table owners add column buyers_erased_until timestamptz;

-- When the account is deleted with all that it has; null: it stays.
alter table owners add column delete_at timestamptz;
alter table owners add column delete_by_name text;
