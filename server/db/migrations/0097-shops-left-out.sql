-- False: the shop was left out of the template. Its row still links the template to the listing, should the shop come back.
alter table shop_templates add column is_chosen boolean not null default true;
