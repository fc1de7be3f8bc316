-- Counts the changes of somebody's password and second factor: what was checked before a change counts no more after it.

alter table users add column credentials_version integer not null default 1;
