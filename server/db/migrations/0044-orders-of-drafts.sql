-- The channel's ids of the orders that came of a draft: one, or two where a slow store created it twice.
alter table order_drafts add column created_order_ids text[] not null default '{}';
create index order_drafts_reference on order_drafts (owner_id, shop_id, reference);
