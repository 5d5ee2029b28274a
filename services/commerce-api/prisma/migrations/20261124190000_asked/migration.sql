-- What an action was asked for, as a hash: the same id with another wish is refused, and not answered as the first was.
alter table staff_action add column asked text not null default '';

-- With an erased reader's data the hash goes, too: whoever knows most of what was asked could guess the rest.
create or replace function staff_action_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new."from" is null and new."to" is null and new.reason = '' and new.result = 'null'::jsonb
    and (new.id, new.publication_id, new.staff_id, new.program, new.verb, new.subject, new.owner_id, new.undoes, new.network, new.at)
      is not distinct from
      (old.id, old.publication_id, old.staff_id, old.program, old.verb, old.subject, old.owner_id, old.undoes, old.network, old.at)
  then
    -- A replica of the release before knows nothing of it.
    new.asked := '';
    return new;
  end if;
  raise exception 'staff_action % is history and stands', old.id using errcode = 'restrict_violation';
end $$;
