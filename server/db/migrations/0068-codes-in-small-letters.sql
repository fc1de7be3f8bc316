-- Codes as they are compared: row-level security keeps a function, such as lower(), out of the index.
alter table skus add column code_key text generated always as (lower(prime_sku)) stored;
drop index skus_prime;
create unique index skus_prime on skus (owner_id, code_key) where merged_into is null;
drop index skus_merged;
create index skus_merged on skus (owner_id, code_key, id desc) where merged_into is not null;

alter table product_skus add column seller_key text generated always as (lower(seller_sku)) stored;
drop index product_skus_seller_sku;
create index product_skus_seller_sku on product_skus (owner_id, seller_key) where seller_key is not null;
