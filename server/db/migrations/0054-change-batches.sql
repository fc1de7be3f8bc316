-- Changes of listings that a person requested together: the answer of each is read by their batch.
alter table listing_changes add column batch_id bigint;
create index listing_changes_batch on listing_changes (owner_id, batch_id) where batch_id is not null;
