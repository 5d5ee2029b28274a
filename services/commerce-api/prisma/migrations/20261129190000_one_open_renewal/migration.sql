-- A reader has one open renewal: no writer of a second one can make them pay twice. Of several, which a release of
-- before could leave, the one that is under way stays, or else the last: what is under way of a stopped one is let be.
update charge c set state = 'stopped', why = 'renewed', next_attempt = null
from (
  select publication_id, owner_id, subject, cycle, row_number() over (partition by publication_id, owner_id order by exists (
    select from charge_attempt a where (a.publication_id, a.owner_id, a.kind, a.subject, a.cycle) = (o.publication_id, o.owner_id, o.kind, o.subject, o.cycle)
      and a.outcome in ('started', 'processing')
  ) desc, cycle desc, remind desc, subject desc) as place
  from charge o where kind = 'renewal' and state = 'open'
) open
where c.kind = 'renewal' and (c.publication_id, c.owner_id, c.subject, c.cycle) = (open.publication_id, open.owner_id, open.subject, open.cycle) and open.place > 1;

create unique index charge_one_open_renewal on charge (publication_id, owner_id) where kind = 'renewal' and state = 'open';
