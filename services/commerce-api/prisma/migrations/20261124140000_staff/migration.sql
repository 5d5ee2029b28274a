-- The publisher's own people, apart from readers: who they are, the keys that they sign in with, their sessions, and what each of them did.
create table staff (
  id uuid primary key,
  publication_id text not null,
  email text not null,
  name text not null,
  roles text[] not null,
  -- A stand-in of a machine of one's own, whom no passkey proves: their sessions are worth nothing where others may reach the desk.
  sample boolean not null default false,
  created timestamptz(3) not null,
  disabled timestamptz(3),
  constraint staff_roles check (
    roles <@ array['publisher', 'circulation', 'service', 'shop', 'editor', 'accountant', 'developer']::text[] and cardinality(roles) > 0
  )
);
create unique index staff_publication_id_email_key on staff (publication_id, email);

create table staff_key (
  -- The credential's own id, as its authenticator says it.
  id text primary key,
  staff_id uuid not null references staff (id) on update cascade on delete restrict,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created timestamptz(3) not null,
  used timestamptz(3)
);
create index staff_key_staff_id_idx on staff_key (staff_id);

create table staff_session (
  token_hash text primary key,
  staff_id uuid not null references staff (id) on update cascade on delete restrict,
  created timestamptz(3) not null,
  seen timestamptz(3) not null,
  expires timestamptz(3) not null,
  -- When they last showed their key in it.
  proved timestamptz(3) not null
);
create index staff_session_staff_id_idx on staff_session (staff_id);
create index staff_session_expires_idx on staff_session (expires);

create table staff_action (
  id uuid primary key,
  publication_id text not null,
  staff_id uuid references staff (id) on update cascade on delete restrict,
  -- Where nobody signed in did it: the name of the program that was started in a shell.
  program text,
  verb text not null,
  subject text not null,
  owner_id uuid,
  reason text not null,
  "from" jsonb,
  "to" jsonb,
  result jsonb not null,
  undoes uuid references staff_action (id) on update cascade on delete restrict,
  network text not null,
  at timestamptz(3) not null,
  constraint staff_action_has_an_actor check ((staff_id is null) <> (program is null))
);
-- Each thing is undone once.
create unique index staff_action_undoes_key on staff_action (undoes);
create index staff_action_publication_id_owner_id_at_idx on staff_action (publication_id, owner_id, at);
create index staff_action_publication_id_at_idx on staff_action (publication_id, at);

-- The history stands: a row is neither taken away nor changed, but that an erased reader's own data go out of it.
create function staff_action_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new."from" is null and new."to" is null and new.reason = '' and new.result = 'null'::jsonb
    and (new.id, new.publication_id, new.staff_id, new.program, new.verb, new.subject, new.owner_id, new.undoes, new.network, new.at)
      is not distinct from
      (old.id, old.publication_id, old.staff_id, old.program, old.verb, old.subject, old.owner_id, old.undoes, old.network, old.at)
  then
    return new;
  end if;
  raise exception 'staff_action % is history and stands', old.id using errcode = 'restrict_violation';
end $$;
create trigger staff_action_stands before update or delete on staff_action for each row execute function staff_action_stands();

create table reader_note (
  publication_id text not null,
  owner_id uuid not null,
  -- The action that wrote it.
  id uuid not null,
  text text not null,
  created timestamptz(3) not null,
  primary key (publication_id, owner_id, id)
);

-- An invitation to the desk, and a round in which a passkey is made or shown.
alter table ticket drop constraint ticket_kind_is_known;
alter table ticket add constraint ticket_kind_is_known check (
  kind in ('signin', 'reset', 'oidc', 'handoff', 'delete', 'withdraw', 'desk-invite', 'desk-round')
);
