-- A segment sent to a CRM: when its customers were last sent, where to, and by whom.
alter table shortlists add column pushed_to bigint;
alter table shortlists add column pushed_at timestamptz;
alter table shortlists add column pushed_by text;
-- Null: its customers are still being listed.
alter table shortlists add column listed_at timestamptz;

-- Cards that a CRM with the sending of all customers switched off should not have: without a target they are due again once it is
-- switched on. Row-level security is forced on the tables' owner too, who looks here at all accounts at once.
alter table customer_cards no force row level security;
alter table shops no force row level security;
update customer_cards k set state = 'done', target = '' from shops s
where s.owner_id = k.owner_id and s.id = k.shop_id and not s.is_customer_push and k.state = 'due';
alter table customer_cards force row level security;
alter table shops force row level security;
