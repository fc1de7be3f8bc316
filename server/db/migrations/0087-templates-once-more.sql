-- The newest listings of a shop in a category, by which other channels' categories are suggested.
create index products_of_category on products (owner_id, shop_id, channel_category_id, id desc)
  where channel_category_id is not null;

-- Facts of a list of brands that is being read: its pages so far and the next one, so that a reading that was cut off goes on.
alter table channel_facts drop constraint channel_facts_kind_check;
alter table channel_facts add constraint channel_facts_kind_check
  check (kind in ('attributes', 'rules', 'couriers', 'brands', 'brand_reading', 'brand_page'));

-- Draft that the channel last took, where people keep the listing as it is instead of sending a newer one. Null: nothing is kept.
alter table shop_templates add column kept_over jsonb;
