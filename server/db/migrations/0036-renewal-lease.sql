-- Until when one process has the shop's sign-in renewed by the channel: the others wait for what that brings.
alter table shop_credentials add column renewing_until timestamptz;
