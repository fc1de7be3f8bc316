-- Products as the channels list them, what the seller really has, and what the channels are told about it.

create table products (
  owner_id uuid not null references owners,
  id bigint not null,
  shop_id bigint not null,
  channel_product_id text not null,
  name text not null,
  description text,
  status smallint not null,
  channel_status text not null,
  currency text not null,
  channel_category_id text,
  brand text,
  images jsonb not null,
  attributes jsonb not null,
  package jsonb not null,
  url text,
  -- The channel's own time of change, and a digest of what it said, so that hearing it twice is no change.
  changed_at timestamptz not null,
  digest text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (owner_id, shop_id, channel_product_id)
) with (fillfactor = 90);
create index products_updated on products (owner_id, updated_at desc, id desc);

-- SKUs that the seller owns, whichever channels list them.
create table skus (
  owner_id uuid not null references owners,
  id bigint not null,
  prime_sku text not null,
  name text not null,
  image_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id)
);
create unique index skus_prime on skus (owner_id, lower(prime_sku));

-- A variant of a product: what a shop lists and a buyer buys.
create table product_skus (
  owner_id uuid not null,
  id bigint not null,
  product_id bigint not null,
  shop_id bigint not null,
  channel_product_id text not null,
  channel_sku_id text not null,
  shop_sku text not null,
  seller_sku text,
  position smallint not null,
  options jsonb not null,
  price bigint not null,
  special_price jsonb,
  image_url text,
  is_active boolean not null,
  -- Stock that the channel last reported as sellable; null if it counts none.
  channel_stock integer,
  sku_id bigint,
  primary key (owner_id, id),
  unique (owner_id, product_id, channel_sku_id),
  foreign key (owner_id, product_id) references products on delete cascade
) with (fillfactor = 90);
create index product_skus_shop_sku on product_skus (owner_id, shop_id, shop_sku);
create index product_skus_sku on product_skus (owner_id, sku_id);

create table warehouses (
  owner_id uuid not null references owners,
  id bigint not null,
  name text not null,
  kind text not null check (kind in ('virtual', 'physical')),
  is_default boolean not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);
create unique index warehouses_default on warehouses (owner_id) where is_default;

-- Pieces that exist, and pieces reserved for open orders. Available stock may fall below zero: that is an oversell, and is shown.
create table stock (
  owner_id uuid not null,
  sku_id bigint not null,
  warehouse_id bigint not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  -- The moment of the first figure: what was sold before it had been taken off already.
  counted_at timestamptz not null,
  primary key (owner_id, sku_id, warehouse_id),
  foreign key (owner_id, sku_id) references skus on delete cascade,
  foreign key (owner_id, warehouse_id) references warehouses
) with (fillfactor = 70);

-- Why the figures are what they are: they are the sums of these.
create table stock_movements (
  owner_id uuid not null,
  id bigint not null,
  sku_id bigint not null,
  warehouse_id bigint not null,
  kind text not null check (kind in ('order', 'cancel', 'ship', 'return', 'adjust', 'transfer', 'import', 'sync')),
  on_hand_change integer not null,
  reserved_change integer not null,
  -- Pieces left to sell afterwards; below zero means an oversell.
  available_after integer not null,
  shop_id bigint,
  order_id bigint,
  at timestamptz not null,
  primary key (owner_id, id)
);
create index stock_movements_sku on stock_movements (owner_id, sku_id, id desc);

-- Stock that an order reserves now, so that importing the order again changes nothing.
create table stock_reservations (
  owner_id uuid not null,
  order_id bigint not null,
  sku_id bigint not null,
  warehouse_id bigint not null,
  reserved integer not null,
  shipped integer not null,
  primary key (owner_id, order_id, sku_id, warehouse_id),
  foreign key (owner_id, order_id) references orders on delete cascade
);

-- Target stock of a listing, and whether it was sent to the channel.
create table stock_pushes (
  owner_id uuid not null,
  product_sku_id bigint not null,
  shop_id bigint not null,
  target integer not null,
  -- Stock that the channel should show by all that we know: the last figure sent or read, less the sales since.
  observed integer,
  -- due: to be told. sent: told or sold by itself, and not yet read back. done: read back. refused: the channel says no.
  state text not null check (state in ('due', 'sent', 'done', 'refused')),
  attempts integer not null default 0,
  reason text,
  target_at timestamptz not null,
  check_at timestamptz not null,
  primary key (owner_id, product_sku_id),
  foreign key (owner_id, product_sku_id) references product_skus on delete cascade
) with (fillfactor = 70);
create index stock_pushes_open on stock_pushes (owner_id, shop_id, check_at) where state in ('due', 'sent');

select shard(t) from unnest(array['products', 'skus', 'product_skus',
  'warehouses', 'stock', 'stock_movements', 'stock_reservations', 'stock_pushes']::regclass[]) t;
select isolate_tenants(t) from unnest(array['products', 'skus', 'product_skus',
  'warehouses', 'stock', 'stock_movements', 'stock_reservations', 'stock_pushes']::regclass[]) t;
