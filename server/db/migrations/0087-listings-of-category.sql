-- The newest listings of a shop in a category, by which other channels' categories are suggested.
create index products_of_category on products (owner_id, shop_id, channel_category_id, id desc)
  where channel_category_id is not null;
