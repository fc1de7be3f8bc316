-- Imports of product templates: each row is a variant, and rows of one product become one draft.
alter table imports add column kind text not null default 'products';
alter table imports add constraint imports_kind_check check (kind in ('products', 'templates'));
