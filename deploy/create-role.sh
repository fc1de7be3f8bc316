#!/bin/sh
# Role and database of the console, made once when PostgreSQL starts with an empty volume. The role is no superuser: row-level
# security would not bind one, and the console would not start.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" -U "${POSTGRES_USER:-postgres}" -d postgres <<'SQL'
create role seller_console login password :'password' nosuperuser nobypassrls;
create database seller_console owner seller_console encoding 'UTF8' template template0;
SQL
