-- Settings of the owner for each shop, the end of our access to its channel, and the call limits that the channel still grants.

alter table shops add column is_order_sync boolean not null default true;
-- Off until the owner says so: from then on the console overwrites the figures of this shop.
alter table shops add column is_stock_sync boolean not null default false;
-- Pieces that this shop is never told about.
alter table shops add column stock_buffer integer not null default 0;
alter table shops add constraint shops_stock_buffer check (stock_buffer between 0 and 999999);

-- The same as in shops, for the clock and the webhooks, which know no owner yet.
alter table channel_shops add column is_order_sync boolean not null default true;
-- When the sign-in with the channel has to be looked at next; null: never. Shops that were linked before this: now.
alter table channel_shops add column auth_due_at timestamptz default now();
alter table channel_shops alter column auth_due_at drop default;
create index channel_shops_auth_due on channel_shops (auth_due_at);

-- Calls that the channel would have taken at the end of the last piece of work; null: not known yet.
alter table channel_shops add column calls_left integer;
alter table channel_shops add column calls_of integer;
alter table channel_shops add column calls_at timestamptz;
