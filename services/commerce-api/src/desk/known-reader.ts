import { Prisma } from '../../generated/prisma/client.ts';
import { BOUGHT, isBought } from '../ledger/orders/order-states.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { listOf, type Sql } from '../platform/db/sql.ts';
import { deskText } from '../publication/texts/desk-texts.ts';

/**
 * A reader is an account, or the guest or recipient who owns an order, a term, a gift or an address. `email`: where
 * they are written to now.
 */
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

/**
 * SQL: of `o`, an order of somebody without an account, whether it is an account's of its mailbox with the next login
 * there (`adoptPurchases`).
 */
const isAdopted = Prisma.sql`o.kept_for is null and ${isBought}`;
const mailboxOfOrder = Prisma.sql`lower(normalize(o.email, nfkc))`;

/**
 * SQL: the account that all of a guest becomes with the next login there, or of whom an import brought and whose
 * mailbox was not proved; null of accounts, and of who becomes none. A browser in which two bought is two readers.
 */
export const accountToBe = (
  publication: string,
  owner: Prisma.Sql,
): Prisma.Sql => Prisma.sql`case when not exists (select from account where id = ${owner}) then (
  select a.id from (
    select min(email) as email from (
      select ${mailboxOfOrder} as email from "order" o where o.publication_id = ${publication} and o.owner_id = ${owner} and ${isAdopted}
      union select r.email from legacy_reader r where r.publication_id = ${publication} and r.owner_id = ${owner} and r.email is not null
    ) has having count(*) = 1
  ) mailbox join account a on a.publication_id = ${publication} and a.email = mailbox.email
) end`;

/**
 * SQL: the guests, and whom an import brought, of whom something becomes an account's with the next login there; and of
 * a guest each account that something of theirs becomes. One of the two is the account: `proved` says whether its
 * mailbox was.
 */
export const besideThem = (publication: string, owner: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select g.owner_id as owner, coalesce(${calledOf(publication, Prisma.sql`g.owner_id`)}, '') as name, g.account,
    exists (select from account p where p.id in (g.owner_id, ${owner}) and p.verified is not null) as proved from (
    select o.owner_id, false as account from account a join "order" o on o.publication_id = a.publication_id and ${mailboxOfOrder} = a.email
      where a.id = ${owner} and a.publication_id = ${publication} and o.owner_id <> a.id and ${isAdopted}
    union select r.owner_id, false from account a join legacy_reader r on r.publication_id = a.publication_id and r.email = a.email
      where a.id = ${owner} and a.publication_id = ${publication} and r.owner_id <> a.id
    union select a.id, true from "order" o join account a on a.publication_id = o.publication_id and a.email = ${mailboxOfOrder}
      where o.publication_id = ${publication} and o.owner_id = ${owner} and a.id <> ${owner} and ${isAdopted}
    union select a.id, true from legacy_reader r join account a on a.publication_id = r.publication_id and a.email = r.email
      where r.publication_id = ${publication} and r.owner_id = ${owner} and a.id <> ${owner}
  ) g where exists (select from account where id = ${owner}) <> exists (select from account where id = g.owner_id) order by name, owner`;

/** SQL: what an owner is called; empty of an account without a name, null of whom nothing is known. */
export const calledOf = (publication: string, owner: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce(
  (select nullif(name, '') from account where publication_id = ${publication} and id = ${owner}),
  (${nameOf(publication, owner)}),
  (select '' from account where publication_id = ${publication} and id = ${owner}))`;

/**
 * SQL: whether an owner was erased, by themselves or at the desk, and nothing is theirs since but the papers of what
 * was paid.
 */
export const isErased = (publication: string, owner: Prisma.Sql): Prisma.Sql => {
  const own = Prisma.sql`publication_id = ${publication} and owner_id = ${owner}`;
  return Prisma.sql`(not exists (select from account where id = ${owner}) and (
    (exists (select from "order" where ${own} and kept_for is not null)
      and not exists (select from "order" where ${own} and kept_for is null and state in ${listOf(BOUGHT)}))
    or exists (select from staff_action x where x.publication_id = ${publication} and x.owner_id = ${owner} and x.verb = 'eraseReader'
      and not exists (select from "order" o where o.publication_id = x.publication_id and o.owner_id = x.owner_id and o.created > x.at))
  ) and not exists (select from owner_address where ${own}) and not exists (select from subscription where ${own} and cancelled is null))`;
};

/** Of whom something is done. Refuses (404) an owner of whom nothing is known, and (409) one who was erased. */
export async function knownReader(tx: Sql, publicationId: string, ownerId: string): Promise<KnownReader> {
  const { erased, ...reader } = await anyReader(tx, publicationId, ownerId);
  if (erased) throw new Refusal(409, deskText('reader_erased'));
  return reader;
}

/** The same of one who may have been erased: of whom something is read, told or paid back. */
export async function anyReader(tx: Sql, publicationId: string, ownerId: string): Promise<KnownReader & { erased: boolean }> {
  const owner = Prisma.sql`${ownerId}::uuid`;
  const [row] = await tx.$queryRaw<(KnownReader & { known: boolean; erased: boolean })[]>`
    select a.id is not null as account, ${mailboxOfOwner(publicationId, owner)} as email, ${isErased(publicationId, owner)} as erased,
      coalesce(nullif(a.name, ''), (${nameOf(publicationId, owner)}), '') as name,
      a.id is not null
        or exists (select from "order" where publication_id = ${publicationId} and owner_id = ${owner})
        or exists (select from subscription where publication_id = ${publicationId} and owner_id = ${owner})
        or exists (select from gift where publication_id = ${publicationId} and owner_id = ${owner})
        or exists (select from owner_address where publication_id = ${publicationId} and owner_id = ${owner}) as known
    from (select) one left join account a on a.id = ${owner} and a.publication_id = ${publicationId}`;
  if (row?.known !== true) throw new Refusal(404, deskText('no_such_reader'));
  const { known: _known, ...reader } = row;
  return reader;
}

/** The same of one who has an account; refuses (422) everybody else. */
export async function withAccount(tx: Sql, publicationId: string, ownerId: string): Promise<{ name: string; email: string }> {
  const { name, email, account } = await knownReader(tx, publicationId, ownerId);
  if (!account || email === null) throw new Refusal(422, deskText('no_account'));
  return { name, email };
}
