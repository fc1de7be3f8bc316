-- Mails to buyers about an order: the texts that the owner changed, the addresses that answers go to, and what was sent.
create table buyer_mail_templates (
  owner_id uuid not null references owners,
  kind text not null,
  language text not null,
  subject text not null,
  body text not null,
  primary key (owner_id, kind, language)
);

-- Where answers of a shop's buyers go.
create table buyer_mail_contacts (
  owner_id uuid not null,
  shop_id bigint not null,
  email text not null,
  primary key (owner_id, shop_id),
  foreign key (owner_id, shop_id) references shops on delete cascade
);

-- The text is not kept, as it is the buyer's. The mail itself, with the address, is removed sooner.
create table buyer_mails (
  owner_id uuid not null,
  -- The id of the row in mails.
  id bigint not null,
  order_id bigint not null,
  shop_id bigint not null,
  kind text not null,
  language text not null,
  -- The state of the row in mails.
  state text not null,
  user_id bigint not null,
  user_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id),
  foreign key (owner_id, order_id) references orders on delete cascade
) with (fillfactor = 80);
create index buyer_mails_order on buyer_mails (owner_id, order_id, created_at desc);

-- unsure: nobody knows whether it arrived, and a second one would be a nuisance.
alter table mails drop constraint mails_state;
alter table mails add constraint mails_state check (state in ('waiting', 'sending', 'sent', 'failed', 'kept', 'unsure'));

select shard(t) from unnest(array['buyer_mail_templates', 'buyer_mail_contacts', 'buyer_mails']::regclass[]) t;
select isolate_tenants(t) from unnest(array['buyer_mail_templates', 'buyer_mail_contacts', 'buyer_mails']::regclass[]) t;
select plan_for_largest(t) from unnest(array['buyer_mail_templates', 'buyer_mail_contacts', 'buyer_mails']::regclass[]) t;
