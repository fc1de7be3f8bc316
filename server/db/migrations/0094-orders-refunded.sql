-- Orders of which money went back are few among all, and are found by the days of their refunds.
create index orders_refunded on orders (owner_id, id) where refunds is not null;
create index return_cases_taken_off on return_cases (owner_id, taken_off_at) where taken_off_at is not null;
