-- How many issues a term is for where that is not what its length says: a gift that was posted to somebody for a while, and then became the account's.
alter table subscription add column issues integer, add constraint subscription_issues_are_not_negative check (issues >= 0);
