-- Whose things became whose: what a guest bought, or an import brought, is an account's once its mailbox is proved. What the desk did for the one is the other's to have erased.
create table merged_owner (
  publication_id text not null,
  from_id uuid not null,
  to_id uuid not null,
  at timestamptz(3) not null,
  primary key (publication_id, from_id, to_id)
);
create index merged_owner_publication_id_to_id_idx on merged_owner (publication_id, to_id);
