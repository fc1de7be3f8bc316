-- When a store was last asked to make the order: it may be at it for minutes, and nobody asks again meanwhile. Null: it is not at it.
alter table order_drafts add column sent_at timestamptz;
