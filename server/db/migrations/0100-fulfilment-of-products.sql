-- The channel's words for who delivers a product and where it lies. Null: it has none.
alter table products add column fulfillment_type text, add column inventory_type text;
