-- Somebody holds an import, and lets it go on. A replica of the release before does not look, and goes on.
alter table import add column if not exists paused boolean not null default false;
-- From which other system's lists somebody was taken over, with the consent that they gave there.
alter table list_signup add column if not exists brought text;
