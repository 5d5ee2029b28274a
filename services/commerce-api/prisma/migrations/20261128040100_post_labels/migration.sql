-- Each label of a list has a number of its own list, which never changes: 16-A1-000412 is the 412th of the first list of zone a. What was listed before is numbered now, by
-- country, postcode and name as new lists are. How many issues are left was not noted then.
alter table post_line add column number integer, add column issues_left integer;
alter table post_copy add column number integer, add column issues_left integer;
create temporary table numbered as
  select publication_id, issue, owner_id, copy, row_number() over (
    partition by publication_id, issue, shipcode, part order by address ->> 'country_code', address ->> 'postcode', name, owner_id, copy nulls first
  )::integer as number
  from (
    select publication_id, issue, shipcode, part, owner_id, name, address, null::uuid as copy from post_line
    union all select publication_id, issue, shipcode, part, owner_id, name, address, id from post_copy where part is not null
  ) posted;
update post_line l set number = n.number from numbered n
  where n.copy is null and (n.publication_id, n.issue, n.owner_id) = (l.publication_id, l.issue, l.owner_id);
update post_copy c set number = n.number from numbered n
  where (n.publication_id, n.owner_id, n.copy) = (c.publication_id, c.owner_id, c.id);
drop table numbered;
alter table post_line alter column number set not null, add constraint post_line_is_numbered_from_one check (number >= 1);
alter table post_copy add constraint post_copy_is_numbered_once_listed check ((part is null) = (number is null));
create unique index post_line_publication_id_issue_shipcode_part_number_key on post_line (publication_id, issue, shipcode, part, number);
create unique index post_copy_publication_id_issue_shipcode_part_number_key on post_copy (publication_id, issue, shipcode, part, number);
