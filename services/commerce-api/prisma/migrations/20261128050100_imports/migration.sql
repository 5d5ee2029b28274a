-- Readers of another system: files as they came, what was found of each row, and whom they became (design, the desk's section 3.4).
create table import (
  id uuid primary key,
  publication_id text not null,
  source text not null,
  name text not null,
  bytes int not null,
  rows int not null default 0,
  header jsonb not null default '[]',
  header_key text not null default '',
  columns jsonb,
  state text not null,
  cursor int not null default 0,
  counts jsonb not null default '{}',
  failure text,
  action uuid,
  created timestamptz(3) not null,
  updated timestamptz(3) not null,
  applied timestamptz(3),
  constraint import_has_a_state check (state in ('reading', 'columns', 'checking', 'checked', 'applying', 'applied', 'withdrawing', 'withdrawn'))
);
create index import_publication_id_created_idx on import (publication_id, created);
create index import_at_work on import (updated) where state in ('checking', 'applying', 'withdrawing');

-- `data` is what is taken over of a row that is well, `problems` what is wrong with one that is not.
create table import_row (
  import_id uuid not null,
  row int not null,
  cells jsonb not null,
  legacy_id text,
  verdict text,
  problems jsonb,
  data jsonb,
  primary key (import_id, row),
  constraint import_row_import_id_fkey foreign key (import_id) references import (id) on delete cascade on update cascade
);
create index import_row_legacy_id_idx on import_row (legacy_id);

-- A person as the other system knew them. `email`: the mailbox that brings what they have to the account that proves it; null where the account has it
-- already, and where none is known. `made`: the account was made by an import.
create table legacy_reader (
  publication_id text not null,
  owner_id uuid not null,
  source text not null,
  reader_id text not null,
  email text,
  made boolean not null,
  primary key (publication_id, owner_id, source, reader_id)
);
create unique index legacy_reader_publication_id_source_reader_id_key on legacy_reader (publication_id, source, reader_id);
create index legacy_reader_publication_id_email_idx on legacy_reader (publication_id, email);

-- A subscription as the other system knew it: it goes with what it became. `fingerprint` is of name and address as they came last.
create table legacy_term (
  publication_id text not null,
  owner_id uuid not null,
  source text not null,
  legacy_id text not null,
  subscription_id uuid not null,
  import_id uuid not null,
  deliverable text not null,
  value int not null,
  fingerprint text not null,
  applied timestamptz(3) not null,
  primary key (publication_id, owner_id, source, legacy_id),
  constraint legacy_term_publication_id_owner_id_subscription_id_fkey foreign key (publication_id, owner_id, subscription_id)
    references subscription (publication_id, owner_id, id) on delete cascade on update cascade
);
create unique index legacy_term_publication_id_source_legacy_id_key on legacy_term (publication_id, source, legacy_id);
create index legacy_term_publication_id_legacy_id_idx on legacy_term (publication_id, legacy_id);
create index legacy_term_publication_id_owner_id_subscription_id_idx on legacy_term (publication_id, owner_id, subscription_id);
create index legacy_term_import_id_legacy_id_idx on legacy_term (import_id, legacy_id);
