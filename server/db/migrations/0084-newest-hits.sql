-- Orders that have a very common keyword are looked for from the newest one on. The index has no status, whose change would then touch it.
create index order_search_placed on order_search (owner_id, placed_at desc, order_id desc);
