-- Where a publisher's own systems are told of what happens, and what they are told. There is no row in `hook_endpoint` where nobody is to be told: the triggers
-- below then write nothing, and no statement of the service's is added to any request in either case.
create table hook_endpoint (
  publication_id text primary key,
  -- Which events; empty: all.
  events text[] not null,
  -- `stock.low` is told when there are as few as this.
  stock_low integer not null
);

create table hook_message (
  id uuid primary key,
  publication_id text not null,
  type text not null,
  -- What is told of the event. Addresses of readers are no part of it, but for those of the mailing list: the others are looked up when it is sent.
  data jsonb not null,
  owner_id uuid,
  order_id uuid,
  created timestamptz(3) not null,
  queued timestamptz(3),
  delivered timestamptz(3),
  attempts integer not null default 0,
  -- Why the last attempt failed.
  failure text
);
create index hook_message_created_idx on hook_message (created);
create index hook_message_waiting_idx on hook_message (created) where queued is null;

create function tell_hook(publication text, event text, about jsonb, owner uuid, of_order uuid) returns void language sql as $$
  insert into hook_message (id, publication_id, type, data, owner_id, order_id, created)
  select gen_random_uuid(), e.publication_id, event, about, owner, of_order, clock_timestamp()
  from hook_endpoint e where e.publication_id = publication and (e.events = '{}' or event = any (e.events))
$$;

-- At the end of its transaction: its lines may be written after it.
create function hook_order_paid() returns trigger language plpgsql as $$
begin
  if exists (select from hook_endpoint where publication_id = new.publication_id) then
    perform tell_hook(new.publication_id, 'order.paid', (
      select jsonb_build_object('number', o.number, 'total', o.total, 'currency', o.currency, 'lines', coalesce((
        select jsonb_agg(jsonb_build_object('type', l.type, 'ref', l.ref, 'name', l.name, 'detail', l.detail, 'quantity', l.quantity, 'price', l.price) order by l.ordinal)
        from order_line l where l.order_id = o.id
      ), '[]'))
      from "order" o where o.id = new.id
    ), new.owner_id, new.id);
  end if;
  return null;
end $$;
create constraint trigger hook_order_paid after update on "order" deferrable initially deferred for each row
  when (new.state = 'paid' and old.state not in ('paid', 'fulfilled')) execute function hook_order_paid();
create constraint trigger hook_order_written_paid after insert on "order" deferrable initially deferred for each row
  when (new.state = 'paid') execute function hook_order_paid();

create function hook_term(s subscription) returns jsonb language sql immutable as $$
  select jsonb_build_object('phase', s.phase, 'term', s.term, 'cycle', s.cycle, 'level', s.level, 'deliverable', s.active_deliverable, 'paid_deliverable', s.set_deliverable, 'copies', s.copies)
$$;

create function hook_subscription() returns trigger language plpgsql as $$
begin
  perform tell_hook(new.publication_id, tg_argv[0], hook_term(new) || case when tg_argv[0] = 'subscription.ended' then '{"why": "cancelled"}' else '{}' end::jsonb, new.owner_id, null);
  return null;
end $$;
create trigger hook_subscription_begun after insert on subscription for each row execute function hook_subscription('subscription.begun');
create trigger hook_subscription_changed after update on subscription for each row
  when ((old.level, old.set_deliverable, old.active_deliverable) is distinct from (new.level, new.set_deliverable, new.active_deliverable))
  execute function hook_subscription('subscription.changed');
-- A posted gift that its reader takes over goes on as a subscription of theirs: nothing has ended.
create trigger hook_subscription_cancelled after update on subscription for each row
  when (old.cancelled is null and new.cancelled is not null and new.source not like 'posted-%')
  execute function hook_subscription('subscription.ended');

-- The last issue of a term was given.
create function hook_issue_given() returns trigger language plpgsql as $$
begin
  if exists (select from hook_endpoint where publication_id = new.publication_id) then
    perform tell_hook(s.publication_id, 'subscription.ended', hook_term(s) || '{"why": "delivered"}', s.owner_id, null)
    from subscription s
    where s.publication_id = new.publication_id and s.owner_id = new.owner_id and s.id = new.subscription_id and s.cancelled is null and s.term <> 'lifetime'
      and not exists (
        select from issue_token t
        where t.publication_id = s.publication_id and t.owner_id = s.owner_id and t.subscription_id = s.id and t.issue is null
      );
  end if;
  return null;
end $$;
create trigger hook_issue_given after update on issue_token for each row
  when (old.issue is null and new.issue is not null) execute function hook_issue_given();

create function hook_gift_redeemed() returns trigger language plpgsql as $$
begin
  perform tell_hook(new.publication_id, 'gift.redeemed',
    jsonb_build_object('order', (select number from "order" where id = new.order_id), 'deliverable', new.deliverable, 'level', new.level, 'term', new.term),
    new.redeemed_by, null);
  return null;
end $$;
create trigger hook_gift_redeemed after update on gift for each row
  when (old.redeemed is null and new.redeemed is not null) execute function hook_gift_redeemed();

create function hook_donation() returns trigger language plpgsql as $$
begin
  perform tell_hook(new.publication_id, 'donation.given',
    jsonb_build_object('amount', new.amount, 'monthly', new.process like 'monthly%', 'month', new.paid_period + 1), new.owner_id, new.order_id);
  return null;
end $$;
create trigger hook_donation_begun after insert on donation for each row execute function hook_donation();
create trigger hook_donation_of_a_month after update on donation for each row
  when (new.paid_period > old.paid_period) execute function hook_donation();

create function hook_list() returns trigger language plpgsql as $$
declare
  signup list_signup := coalesce(new, old);
begin
  perform tell_hook(signup.publication_id, tg_argv[0], jsonb_build_object('email', signup.email, 'list', signup.tag), null, null);
  return null;
end $$;
create trigger hook_list_joined after insert on list_signup for each row execute function hook_list('list.joined');
create trigger hook_list_left after delete on list_signup for each row execute function hook_list('list.left');

create function hook_stock() returns trigger language plpgsql as $$
begin
  perform tell_hook(new.publication_id, 'stock.low',
    jsonb_build_object('type', new.type, 'ref', new.ref, 'name', new.name, 'detail', new.detail, 'stock', new.stock), null, null)
  from hook_endpoint e where e.publication_id = new.publication_id and new.stock <= e.stock_low and old.stock > e.stock_low;
  return null;
end $$;
create trigger hook_stock_low after update on good for each row when (new.stock < old.stock) execute function hook_stock();
