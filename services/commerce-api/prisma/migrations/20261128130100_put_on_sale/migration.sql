-- A plan of the desk's may put an issue on sale before the day of its files: it has come out on the day of `put_out` then, whatever they say later.
alter table release_plan add column if not exists on_sale boolean not null default false;
alter table issue add column if not exists put_out date;

-- Files that are applied anew name their own day, also by a replica of the release before.
create function issue_stays_out() returns trigger language plpgsql as $$
begin
  if new.released is null or new.released > new.put_out then
    new.released := new.put_out;
  end if;
  return new;
end $$;
create trigger issue_stays_out before update on issue for each row when (new.put_out is not null) execute function issue_stays_out();
