-- A letter may go to a buyer, who is no user.
alter table mails alter column user_id drop not null;
