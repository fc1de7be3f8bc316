-- When an order's parcel was checked by scanning, so that a list can say and filter what is still to be checked.

-- Row-level security is forced on the tables' owner too, who works here for all accounts at once.
alter table orders no force row level security;
alter table order_history no force row level security;
alter table orders add column checked_at timestamptz;
update orders o set checked_at = h.at
from (select owner_id, order_id, max(at) as at from order_history where event = 'scan_checked' group by owner_id, order_id) h
where h.owner_id = o.owner_id and h.order_id = o.id and o.status in (2, 3, 4);
alter table orders force row level security;
alter table order_history force row level security;
