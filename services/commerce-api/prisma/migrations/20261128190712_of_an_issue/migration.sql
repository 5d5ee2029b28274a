-- Who was given an issue, and how it came to them: without it each question of one issue (whether lists of it are due, who had the one before, what is posted) went over
-- every issue that anybody ever was or will be given. Its rows of an issue lie side by side, so that a release appends to it.
create index if not exists issue_token_of_issue on issue_token (publication_id, issue, deliverable) where issue is not null;

-- What was done to issues, some dozens a year among all that staff do: found by it whatever the collation of the database, which the beginning of a subject is not.
create index if not exists staff_action_of_issues on staff_action (publication_id, at)
  where verb in ('planRelease', 'stopRelease', 'releaseIssue', 'makePostLists', 'exportLabels');
