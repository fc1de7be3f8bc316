-- True if the first figure was counted by a person: pieces that open orders hold were among them. False: a channel's figure, which is
-- without them.
alter table stock add column is_counted_by_hand boolean not null default false;
