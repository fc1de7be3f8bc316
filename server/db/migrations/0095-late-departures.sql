-- Orders that left or were paid long after they were placed are few, and are found by those days.
create index orders_shipped_late on orders (owner_id, shipped_at, placed_at) where shipped_at - placed_at > interval '89 days';
create index orders_paid_late on orders (owner_id, paid_at, placed_at) where paid_at - placed_at > interval '89 days';
