-- The lines of the order that a hold is for, by their shop SKUs: it changes with them alone. Empty: nobody knows any more.
alter table stock_reservations add column shop_skus text[] not null default '{}';

-- Row-level security is forced on the tables' owner too, who notes the lines here for all accounts at once.
alter table stock_reservations no force row level security;
alter table order_items no force row level security;
alter table product_skus no force row level security;
alter table orders no force row level security;
update stock_reservations k set shop_skus = h.shop_skus
from (
  select i.owner_id, i.order_id, p.sku_id, array_agg(distinct i.shop_sku) as shop_skus
  from order_items i
  join orders o on o.owner_id = i.owner_id and o.id = i.order_id
  join product_skus p on p.owner_id = i.owner_id and p.shop_id = o.shop_id and p.shop_sku = i.shop_sku
  group by 1, 2, 3) h
where h.owner_id = k.owner_id and h.order_id = k.order_id and h.sku_id = k.sku_id;
alter table stock_reservations force row level security;
alter table order_items force row level security;
alter table product_skus force row level security;
alter table orders force row level security;
