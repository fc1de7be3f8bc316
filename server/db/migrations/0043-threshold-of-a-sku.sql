-- At how many pieces this SKU runs low. Null: as the account says.
alter table skus add column low_stock_threshold integer;
