-- Words of the channel where its reason for a cancellation is one of ours.
alter table orders add column cancel_text text;
