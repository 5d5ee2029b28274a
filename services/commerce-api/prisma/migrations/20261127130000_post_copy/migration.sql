-- Another copy of an issue for a reader whose own did not come: it waits until a list of that issue and zone takes it, with the name and address of then.
create table post_copy (
  publication_id text not null,
  owner_id uuid not null,
  id uuid not null,
  issue integer not null,
  shipcode text not null,
  subscription_id uuid not null,
  copies integer not null,
  asked timestamptz(3) not null,
  part integer,
  name text,
  address jsonb,
  constraint post_copy_pkey primary key (publication_id, owner_id, id),
  constraint post_copy_is_some check (copies > 0),
  constraint post_copy_is_addressed_once_listed check ((part is null) = (name is null) and (part is null) = (address is null))
);
create index post_copy_publication_id_owner_id_subscription_id_idx on post_copy (publication_id, owner_id, subscription_id);
create index post_copy_publication_id_issue_shipcode_part_idx on post_copy (publication_id, issue, shipcode, part);
alter table post_copy add constraint post_copy_publication_id_issue_shipcode_part_fkey
  foreign key (publication_id, issue, shipcode, part) references post_list (publication_id, issue, shipcode, part) on delete cascade on update cascade;
alter table post_copy add constraint post_copy_publication_id_owner_id_subscription_id_fkey
  foreign key (publication_id, owner_id, subscription_id) references subscription (publication_id, owner_id, id) on delete cascade on update cascade;
