-- Whom an action touched beside its own reader: a refund of a gift is its payer's, and ends what somebody else was given. Each finds it in their history.
alter table staff_action add column others uuid[] default array[]::uuid[];

create index staff_action_others_idx on staff_action using gin (others);

-- With an erased reader's data they go, too: who gave to whom.
create or replace function staff_action_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new."from" is null and new."to" is null and new.reason = '' and new.result = 'null'::jsonb
    and (new.id, new.publication_id, new.staff_id, new.program, new.verb, new.subject, new.owner_id, new.undoes, new.network, new.at)
      is not distinct from
      (old.id, old.publication_id, old.staff_id, old.program, old.verb, old.subject, old.owner_id, old.undoes, old.network, old.at)
  then
    -- A replica of the release before knows nothing of them.
    new.asked := '';
    new.others := '{}';
    return new;
  end if;
  raise exception 'staff_action % is history and stands', old.id using errcode = 'restrict_violation';
end $$;

-- What refunds of before took away is kept with them.
alter table staff_action disable trigger staff_action_stands;
with took as (
  select a.id, a.owner_id, coalesce(u."to", a."to") -> 'took' as took
  from staff_action a left join staff_action u on u.id = a.undoes and a.verb = 'undoRefund'
  where a.verb in ('refundOrder', 'undoRefund')
),
touched as (
  select t.id, array_agg(distinct (one ->> 'owner')::uuid) as others
  from took t, jsonb_array_elements(coalesce(t.took -> 'terms', '[]') || coalesce(t.took -> 'upgrades', '[]')) one
  where (one ->> 'owner')::uuid is distinct from t.owner_id group by t.id
)
update staff_action a set others = t.others from touched t where a.id = t.id;
alter table staff_action enable trigger staff_action_stands;
