-- A search among payouts looks at the short codes of orders by themselves: reading every payout's order for its own took most of the time.
create index orders_short_codes on orders (owner_id, shop_id, channel_order_id) include (short_code)
  where short_code is not null;
