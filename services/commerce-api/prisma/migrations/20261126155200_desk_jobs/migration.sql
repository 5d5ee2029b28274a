-- What the desk says of the work beside the requests. The queue's tables are its own and are made by the first replica that works: before that there is no job, which is no error.
-- `open`: what waits or runs; `failed`: what somebody has to see to, as nothing of its queue has done it since; `last`: the newest of each queue that was done.
create function desk_jobs(which text)
returns table (id uuid, queue text, state text, created timestamptz, ended timestamptz, tries int, data jsonb, message text)
language plpgsql stable as $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  return query execute 'select j.id, j.name, j.state::text, j.created_on, j.completed_on, j.retry_count + 1, j.data, j.output ->> ''message'' from pgboss.job j where '
    || case which
      when 'open' then 'j.state in (''created'', ''retry'', ''active'')'
      when 'failed' then 'j.state = ''failed'' and (j.name in (''mail'', ''webhooks'') or not exists (
        select from pgboss.job d where d.name = j.name and d.state = ''completed'' and d.completed_on > j.completed_on))'
      else 'j.id in (select distinct on (d.name) d.id from pgboss.job d where d.state = ''completed'' order by d.name, d.completed_on desc)'
    end;
end;
$$;
