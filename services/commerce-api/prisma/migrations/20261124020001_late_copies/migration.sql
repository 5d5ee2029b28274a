-- What was late for a list is on a list of its own: `part` 1 is the first, 2 and on are those.
alter table post_line drop constraint post_line_publication_id_issue_shipcode_fkey;
alter table post_list add column part integer not null default 1, drop constraint post_list_pkey;
alter table post_list add constraint post_list_pkey primary key (publication_id, issue, shipcode, part);
alter table post_list alter column part drop default, add constraint post_list_parts_are_counted check (part >= 1);

-- A copy's line goes with its term where that changes hands, so that nobody is posted another one.
alter table post_line add column part integer not null default 1, add column subscription_id uuid;
alter table post_line alter column part drop default;
update post_line l set subscription_id = t.subscription_id from issue_token t
where t.publication_id = l.publication_id and t.owner_id = l.owner_id and t.issue = l.issue;
alter table post_line add constraint post_line_publication_id_issue_shipcode_part_fkey
  foreign key (publication_id, issue, shipcode, part) references post_list(publication_id, issue, shipcode, part) on delete cascade on update cascade;
alter table post_line add constraint post_line_publication_id_owner_id_subscription_id_fkey
  foreign key (publication_id, owner_id, subscription_id) references subscription(publication_id, owner_id, id) on delete cascade on update cascade;
create index post_line_publication_id_owner_id_subscription_id_idx on post_line (publication_id, owner_id, subscription_id);
