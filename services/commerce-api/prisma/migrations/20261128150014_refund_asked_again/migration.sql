-- When the provider was asked last about a refund that is on its way; the few of those are looked at each minute.
alter table money_back add column if not exists asked timestamptz(3);
create index if not exists money_back_pending on money_back (asked) where state = 'pending';
