-- The channel's words for a cancellation whose reason is one of our codes.
alter table orders add column cancel_text text;
