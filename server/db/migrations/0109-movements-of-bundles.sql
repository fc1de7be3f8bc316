-- The timeline of a bundle shows the movements that its sales caused of its parts.
create index stock_movements_bundle on stock_movements (owner_id, bundle_id, id desc) where bundle_id is not null;
