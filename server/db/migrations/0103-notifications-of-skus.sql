-- Shops that listed the SKU that a notification is about: users of other shops don't see it. Null: it is about no SKU.
alter table notifications add column shop_ids bigint[];
update notifications n set shop_ids = s.shop_ids from skus s
where s.owner_id = n.owner_id and n.type in ('out_of_stock', 'low_stock') and n.url = '/skus/detail/' || s.id::text;
