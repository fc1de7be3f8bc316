-- An order may be divided into several parcels, and put together again.
alter table order_actions drop constraint order_actions_kind_check;
alter table order_actions add constraint order_actions_kind_check check (kind in ('confirm', 'pack', 'split', 'unsplit', 'cancel',
  'accept_cancel', 'reject_cancel', 'cancel_shipment', 'accept_return', 'reject_return', 'receive_return', 'edit'));

-- Lines of each package of an order that has several, as [{shopSku, quantity}]. Null: all lines, or unknown.
alter table order_packages add column lines jsonb;
