-- A CRM may be sent new customers alone: those who were known before this moment are left out; null: all are sent.
alter table shops add column customers_since timestamptz;
