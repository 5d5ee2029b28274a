-- The intents of orders that were given up, until the provider has said that nobody can pay them: a row is written with what gives the order up. `intent_id` is null where
-- an intent may have been made whose id never reached us.
create table intent_to_cancel (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references "order" (id) on delete cascade on update cascade,
  intent_id text,
  tries integer not null default 0,
  due timestamptz(3) not null,
  created timestamptz(3) not null
);
create unique index intent_to_cancel_intent_id_key on intent_to_cancel (intent_id);
create index intent_to_cancel_due_idx on intent_to_cancel (due);

-- What was given up before this was kept: asked about once more.
insert into intent_to_cancel (order_id, intent_id, due, created)
select id, intent_id, now(), now() from "order" where state = 'cancelled' and intent_id is not null and updated > now() - interval '30 days';
