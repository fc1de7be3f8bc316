-- Single sign-on: who of the central home is which of our users.

-- Local: read before the owner is known. An e-mail address may change hands over there; the subject never does.
create table sso_identities (
  issuer text not null,
  subject text not null,
  owner_id uuid not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (issuer, subject),
  -- Nobody is two people over there.
  unique (issuer, owner_id, user_id)
);
