import { Prisma } from '../../../generated/prisma/client.ts';
import { isPosted, owes } from './owes.ts';

/** Of a copy: whose it is, of which term, the zone that it was given or posted in before, and when it was given. */
export type OfCopy = Record<'owner' | 'term' | 'given' | 'since', Prisma.Sql>;

/** SQL: when the issue of what is posted again, or came back, was given; `otherwise` where nothing says it. */
export const whenGiven = (which: 'w' | 'r', otherwise: Prisma.Sql): Prisma.Sql => {
  const it = Prisma.raw(which);
  return Prisma.sql`coalesce((
    select min(t.delivered) from issue_token t
    where (t.publication_id, t.owner_id, t.subscription_id, t.issue) = (${it}.publication_id, ${it}.owner_id, ${it}.subscription_id, ${it}.issue)
  ), ${otherwise})`;
};

/** SQL: the good address of the copy's own zone. */
export const goodAtHome = (publication: string, { owner, given }: OfCopy): Prisma.Sql => Prisma.sql`
  select from owner_address a
  where a.publication_id = ${publication} and a.owner_id = ${owner} and a.shipcode = ${given} and a.undeliverable is null`;

/** SQL: how the term `s` was posted when the copy was given; null where it came after that. */
const postedThen = (since: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce((
  select c."from" ->> 'active' from subscription_change c
  where (c.publication_id, c.owner_id, c.subscription_id) = (s.publication_id, s.owner_id, s.id) and c.created > ${since}
  order by c.created, c.id limit 1
), case when s.created <= ${since} then s.active_deliverable end)`;

/**
 * SQL: the zone to which a copy goes that is posted now. Whoever is owed more of its term has it with that, whichever
 * way it came to another zone. The last of a term goes with what follows only where that came to its zone after the
 * copy was given, or nothing can go to the copy's own. Else it stays in its own, unless copies come back from there, or
 * no address is known, and its reader has named one in another zone after that.
 */
export const zoneNow = (publication: string, copy: OfCopy): Prisma.Sql => {
  const { owner, term, given, since } = copy;
  return Prisma.sql`coalesce(
  (
    select case when s.id = ${term} or ${postedThen(since)} is distinct from s.active_deliverable or not exists (${goodAtHome(publication, copy)})
      then substr(s.active_deliverable, 7) end
    from (
      select s.* from subscription s where s.publication_id = ${publication} and s.owner_id = ${owner} and ${isPosted} and ${owes()}
      order by s.id <> ${term}, s.cycle limit 1
    ) s
  ),
  (
    select d.shipcode from owner_address d left join owner_address own
      on (own.publication_id, own.owner_id, own.shipcode) = (d.publication_id, d.owner_id, ${given})
    where d.publication_id = ${publication} and d.owner_id = ${owner} and d.undeliverable is null
      and (d.shipcode = ${given} or d.updated > coalesce(own.updated, ${since}))
    order by d.shipcode <> ${given}, d.updated desc limit 1
  ),
  ${given}
)`;
};
