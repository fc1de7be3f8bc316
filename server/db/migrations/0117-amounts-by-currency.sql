-- Lists by amount compare the currencies at today's rates: an order within each is merged.
drop index orders_total;
create index orders_total on orders (owner_id, currency, total desc, id desc);
drop index products_price;
create index products_price on products (owner_id, currency, price_min, id);
