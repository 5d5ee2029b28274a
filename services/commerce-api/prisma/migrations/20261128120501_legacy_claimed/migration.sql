-- When a reader brought what another system knew of them to an account by a number and a postal code, and not by a mailbox: staff see it where somebody asks whose it was.
alter table legacy_reader add column if not exists claimed timestamptz(3);
