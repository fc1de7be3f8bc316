-- The list of templates is narrowed to those that break a rule at one field. Filled in by the next check of a template.
alter table product_templates add column problem_fields text[] not null default '{}';
