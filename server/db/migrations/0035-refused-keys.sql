-- Since when, and how often in a row, a store has refused its keys: one refusal may be a maintenance page.
alter table shop_credentials add column refused_at timestamptz;
alter table shop_credentials add column refusals integer not null default 0;
