-- Products that people write once and publish to several shops.
create table product_templates (
  owner_id uuid not null references owners,
  id bigint not null,
  -- ProductTemplate of model/product-template.ts, finished or not.
  content jsonb not null,
  name text not null,
  product_sku text not null,
  platform_ids smallint[] not null,
  -- Written of the content, for the list.
  image_url text,
  sku_count integer not null,
  stock_total bigint not null,
  price_min numeric,
  price_max numeric,
  -- Pictures of ours that the content names: they are kept as long as it does.
  image_ids bigint[] not null,
  terms tsvector not null,
  -- Numbers of rules that the template and its shops break; null: not checked since the last change.
  problem_count integer,
  status smallint not null default 0,
  created_by bigint not null,
  updated_by bigint not null,
  updated_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id)
) with (fillfactor = 80);
create index product_templates_changed on product_templates (owner_id, updated_at desc, id desc);
create index product_templates_status on product_templates (owner_id, status, updated_at desc, id desc);
create index product_templates_terms on product_templates using gin (terms);

-- Steps of a template's shops: their needs beyond the template, and the listing that their channels were last sent.
create table shop_templates (
  owner_id uuid not null,
  id bigint not null,
  template_id bigint not null,
  shop_id bigint not null,
  platform_id smallint not null,
  content jsonb not null,
  -- The latest upload; null: none was requested.
  upload_id bigint,
  channel_product_id text,
  -- ListingDraft that the channel last took, or that people keep the listing instead of. Null: never uploaded.
  uploaded jsonb,
  uploaded_at timestamptz,
  -- True: publishing again would send something else than `uploaded`.
  is_outdated boolean not null default false,
  primary key (owner_id, id),
  unique (owner_id, template_id, shop_id),
  foreign key (owner_id, template_id) references product_templates on delete cascade,
  foreign key (owner_id, shop_id) references shops on delete cascade
) with (fillfactor = 80);
create index shop_templates_shop on shop_templates (owner_id, shop_id);

-- Uploads of templates to shops, from the request to the end.
create table template_uploads (
  owner_id uuid not null,
  id bigint not null,
  shop_template_id bigint not null,
  template_id bigint not null,
  shop_id bigint not null,
  -- ListingDraft whose images are addresses of ours or public ones.
  draft jsonb not null,
  -- Null: a new listing. Otherwise the listing that is made like the draft.
  channel_product_id text,
  -- Step that it is at, or at which it stopped.
  step text not null check (step in ('check', 'images', 'listing', 'confirm')),
  is_cancel_requested boolean not null default false,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
  attempts integer not null default 0,
  error text,
  error_message text,
  error_fields jsonb not null default '[]',
  channel_code text,
  sent_at timestamptz,
  requested_by bigint not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  check_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id),
  foreign key (owner_id, shop_template_id) references shop_templates on delete cascade
) with (fillfactor = 80);
-- A doubled click must not make two listings.
create unique index template_uploads_open on template_uploads (owner_id, shop_template_id)
  where state in ('queued', 'running');
create index template_uploads_due on template_uploads (owner_id, shop_id, check_at) where state in ('queued', 'running');

-- Pictures that a shop's channel keeps already: each is uploaded once.
create table channel_images (
  owner_id uuid not null,
  shop_id bigint not null,
  -- Address of the picture here, or the public one that it was read from.
  source text not null,
  channel_image_id text,
  url text not null,
  used_at timestamptz not null,
  primary key (owner_id, shop_id, source),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

select shard(t) from unnest(array['product_templates', 'shop_templates', 'template_uploads', 'channel_images']::regclass[]) t;
select isolate_tenants(t)
  from unnest(array['product_templates', 'shop_templates', 'template_uploads', 'channel_images']::regclass[]) t;
select plan_for_largest(t)
  from unnest(array['product_templates', 'shop_templates', 'template_uploads', 'channel_images']::regclass[]) t;
