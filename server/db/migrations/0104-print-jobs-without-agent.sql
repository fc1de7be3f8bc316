-- Null: the program was revoked before it told whether the papers came out. A person is asked.
alter table print_jobs alter column agent_id drop not null;
