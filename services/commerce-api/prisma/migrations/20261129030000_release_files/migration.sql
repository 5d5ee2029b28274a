-- Which files an issue had when it was given to readers: what its protocol says for good. Of releases of before what was uploaded is known; what the
-- publication's folder had then is not.
alter table release add column files jsonb;

update release r set files = had.files
from (
  select r.publication_id, r.issue, jsonb_agg(jsonb_build_object('format', u.format, 'from', 'desk', 'action', u.action)) as files
  from release r join issue_upload u on u.publication_id = r.publication_id and u.issue = r.issue
    and u.uploaded <= r.released and (u.replaced is null or u.replaced > r.released)
  group by r.publication_id, r.issue
) had
where (r.publication_id, r.issue) = (had.publication_id, had.issue);
