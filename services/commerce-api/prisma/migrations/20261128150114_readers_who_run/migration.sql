-- Along which the desk reads a page of who runs: from the newest term, or by name, without going over all of them.
create index if not exists subscription_newest on subscription (publication_id, created, owner_id) include (id, term) where cancelled is null;
create index if not exists account_named on account (publication_id, (left(lower(name), 120) collate "und-x-icu"), id) where name <> '';
