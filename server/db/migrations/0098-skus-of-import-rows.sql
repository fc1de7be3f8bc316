-- The SKU that a row of an import changes, and the new values: two rows may not give one SKU different ones.
alter table import_rows add column sku_id bigint, add column sku_values jsonb;
create index import_rows_sku on import_rows (owner_id, import_id, sku_id, number) where sku_id is not null;
