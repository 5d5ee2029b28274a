import { Prisma } from '../../generated/prisma/client.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Sql } from '../platform/db/sql.ts';
import { deskText } from '../publication/texts/desk-texts.ts';

/** A reader is an account, or the guest or recipient who owns an order, a term, a gift or an address. `email`: where they are written to now. */
export type KnownReader = { name: string; email: string | null; account: boolean };

/** SQL: what somebody without an account is called: as their print is addressed, or as they ordered. */
export const nameOf = (publication: string, owner: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select name from (
    select name, updated as at from owner_address where publication_id = ${publication} and owner_id = ${owner}
    union all select name, created from "order" where publication_id = ${publication} and owner_id = ${owner} and number is not null
  ) named order by at desc limit 1`;

/** SQL: where an owner is written to: the account's address, or the one of the last order. */
export const mailboxOfOwner = (publication: string, owner: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce(
  (select email from account where publication_id = ${publication} and id = ${owner}),
  (select email from "order" where publication_id = ${publication} and owner_id = ${owner} and number is not null order by created desc limit 1))`;

/** SQL: what an owner is called; empty of an account without a name, null of whom nothing is known. */
export const calledOf = (publication: string, owner: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce(
  (select nullif(name, '') from account where publication_id = ${publication} and id = ${owner}),
  (${nameOf(publication, owner)}),
  (select '' from account where publication_id = ${publication} and id = ${owner}))`;

/** Refuses (404) an owner of whom nothing is known. */
export async function knownReader(tx: Sql, publicationId: string, ownerId: string): Promise<KnownReader> {
  const owner = Prisma.sql`${ownerId}::uuid`;
  const [row] = await tx.$queryRaw<(KnownReader & { known: boolean })[]>`
    select a.id is not null as account, ${mailboxOfOwner(publicationId, owner)} as email,
      coalesce(nullif(a.name, ''), (${nameOf(publicationId, owner)}), '') as name,
      a.id is not null
        or exists (select from "order" where publication_id = ${publicationId} and owner_id = ${owner})
        or exists (select from subscription where publication_id = ${publicationId} and owner_id = ${owner})
        or exists (select from gift where publication_id = ${publicationId} and owner_id = ${owner})
        or exists (select from owner_address where publication_id = ${publicationId} and owner_id = ${owner}) as known
    from (select) one left join account a on a.id = ${owner} and a.publication_id = ${publicationId}`;
  if (row?.known !== true) throw new Refusal(404, deskText('no_such_reader'));
  return row;
}

/** The same of one who has an account; refuses (422) everybody else. */
export async function withAccount(tx: Sql, publicationId: string, ownerId: string): Promise<{ name: string; email: string }> {
  const { name, email, account } = await knownReader(tx, publicationId, ownerId);
  if (!account || email === null) throw new Refusal(422, deskText('no_account'));
  return { name, email };
}
