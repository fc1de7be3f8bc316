-- What a very common keyword finds is looked for from the newest order on. Of no status, so that a change of it touches no index.
create index order_search_placed on order_search (owner_id, placed_at desc, order_id desc);
