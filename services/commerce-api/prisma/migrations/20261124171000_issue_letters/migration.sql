-- Whether a reader is written to when an issue is out. Nobody was before: who subscribes expects it, and each letter says how to switch it off.
alter table account add column issue_letters boolean not null default true;
