-- Details of the other shops' customers that are sent to each CRM.

alter table shops add column is_customer_push boolean not null default false;

create table customer_cards (
  owner_id uuid not null,
  -- The CRM's.
  shop_id bigint not null,
  customer_id bigint not null,
  -- The CRM's id, once the customer is known there.
  channel_customer_id text,
  -- A digest of name, phone and email as the CRM shall know them.
  wanted text not null,
  -- due: to be told. done: told, or known there before. refused: the CRM says no.
  state text not null check (state in ('due', 'done', 'refused')),
  attempts integer not null default 0,
  reason text,
  -- When telling first failed: from then on the CRM may know somebody whose id we have not heard.
  tried_at timestamptz,
  target_at timestamptz not null,
  check_at timestamptz not null,
  primary key (owner_id, shop_id, customer_id),
  foreign key (owner_id, customer_id) references customers on delete cascade
) with (fillfactor = 70);
create index customer_cards_due on customer_cards (owner_id, shop_id, check_at) where state = 'due';
create index customer_cards_known on customer_cards (owner_id, shop_id, channel_customer_id)
  where channel_customer_id is not null;

select shard('customer_cards');
select isolate_tenants('customer_cards');
