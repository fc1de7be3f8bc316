-- When a command was last sent: its channel may be at it for minutes. Null: nothing is under way there.
alter table order_actions add column sent_at timestamptz;

-- The kinds of order actions are the keys of a table in the code.
alter table order_actions drop constraint order_actions_kind_check;

-- The details that a CRM should have, as the target of every other push.
alter table customer_cards rename column wanted to target;
