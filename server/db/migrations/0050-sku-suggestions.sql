-- Suggestions that a listing and a SKU are the same thing, which a person accepts or dismisses.

-- False until the listing was compared with the SKUs, and again once its channel has changed it.
alter table product_skus add column is_compared boolean not null default false;
create index product_skus_to_compare on product_skus (owner_id, id) where not is_compared;

create table sku_suggestions (
  owner_id uuid not null,
  id bigint not null,
  product_sku_id bigint not null,
  sku_id bigint not null,
  reason text not null check (reason in ('barcode', 'code', 'name')),
  -- Per cent.
  confidence smallint not null,
  created_at timestamptz not null,
  -- A decided one stays, so that it is not suggested again.
  decided_at timestamptz,
  primary key (owner_id, id),
  unique (owner_id, product_sku_id, sku_id),
  foreign key (owner_id, product_sku_id) references product_skus on delete cascade,
  foreign key (owner_id, sku_id) references skus on delete cascade
);
create index sku_suggestions_open on sku_suggestions (owner_id, confidence desc, id) where decided_at is null;
create index sku_suggestions_sku on sku_suggestions (owner_id, sku_id);

select shard(t) from unnest(array['sku_suggestions']::regclass[]) t;
select isolate_tenants(t) from unnest(array['sku_suggestions']::regclass[]) t;
select plan_for_largest(t) from unnest(array['sku_suggestions']::regclass[]) t;
