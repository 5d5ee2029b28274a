-- A copy that came back marks the address that it was sent to: nothing is posted there until its reader names another one, or says that it is right.
alter table owner_address add column undeliverable timestamptz(3);

-- A label whose copy came back, once; `id` is the action's that noted it. `marked`: its address was the reader's still.
create table post_return (
  publication_id text not null,
  owner_id uuid not null,
  id uuid not null,
  issue integer not null,
  shipcode text not null,
  part integer not null,
  number integer not null,
  subscription_id uuid,
  marked boolean not null,
  returned timestamptz(3) not null,
  constraint post_return_pkey primary key (publication_id, owner_id, id)
);
create unique index post_return_publication_id_issue_shipcode_part_number_key on post_return (publication_id, issue, shipcode, part, number);
create index post_return_publication_id_owner_id_subscription_id_idx on post_return (publication_id, owner_id, subscription_id);
alter table post_return add constraint post_return_publication_id_owner_id_subscription_id_fkey
  foreign key (publication_id, owner_id, subscription_id) references subscription (publication_id, owner_id, id) on delete cascade on update cascade;
-- The lists of work and of what is held back ask for few among many.
create index owner_address_undeliverable on owner_address (publication_id, undeliverable) where undeliverable is not null;
