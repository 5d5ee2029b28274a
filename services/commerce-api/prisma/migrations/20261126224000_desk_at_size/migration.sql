-- What the desk's lists go over: of 100,000 terms, those that run, those that go by post, and what is still owed, each in an index alone.
create index if not exists subscription_standing on subscription (publication_id, owner_id, id) include (created, term) where cancelled is null;
create index if not exists subscription_posted on subscription (publication_id, owner_id) include (active_deliverable) where cancelled is null and active_deliverable like 'print-%';
create index if not exists issue_token_open on issue_token (publication_id, owner_id, subscription_id) where delivered is null;
-- The few of all accounts, of all that went back and of all refunds for which somebody has to see to something.
create index if not exists account_email_fails on account (publication_id) where email_failing is not null;
create index if not exists money_back_undecided on money_back (order_id) where decided is null and refund_id is null;
create index if not exists refund_waiting on refund (publication_id) where state in ('to-approve', 'refused', 'failed');
-- What was sold lately, of orders of many years; an order that is only placed is not in it.
create index if not exists order_paid_lately on "order" (publication_id, paid) include (id) where paid is not null;
