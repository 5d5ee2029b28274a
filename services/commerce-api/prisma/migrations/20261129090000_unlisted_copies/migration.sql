-- Copies that are on no list although lists of their zone were made: some in a hundred, whose addresses were not known or not good. What waits for a late list is
-- among them, and is found without going over all that was ever posted.
alter table issue_token add column unlisted boolean not null default false;

update issue_token t set unlisted = true
where t.deliverable like 'print-%'
  and exists (select from post_list l where (l.publication_id, l.issue, l.shipcode) = (t.publication_id, t.issue, substr(t.deliverable, 7)))
  and not exists (select from post_line p where (p.publication_id, p.issue, p.owner_id) = (t.publication_id, t.issue, t.owner_id));

create index issue_token_unlisted on issue_token (publication_id, owner_id) include (deliverable) where unlisted;
