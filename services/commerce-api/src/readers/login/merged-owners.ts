import { Prisma } from '../../../generated/prisma/client.ts';
import * as v from 'valibot';
import { likeSource } from '../../ledger/terms/source-parts.ts';
import { isBought } from '../../ledger/orders/order-states.ts';

/**
 * SQL: of `m`, a row of `merged_owner`, whether all that its guest, or whom an import made, was is the account's now:
 * nothing of theirs is left, and nobody else has anything of it. A browser in which two bought is two readers, of whom
 * each account has its own orders.
 */
const isWholeBut = (sources: readonly string[]): Prisma.Sql => Prisma.sql`(
  not exists (select from merged_owner n where (n.publication_id, n.from_id) = (m.publication_id, m.from_id) and n.to_id <> m.to_id)
  and not exists (
    select from "order" o where o.publication_id = m.publication_id and o.owner_id = m.from_id
      and (${isBought} or exists (select from invoice i where i.order_id = o.id and i.paid is null))
  )
  and not exists (select from subscription s where (s.publication_id, s.owner_id) = (m.publication_id, m.from_id) and s.source not like all(${sources}::text[]))
)`;
const isWhole = isWholeBut([likeSource('left')]);

/**
 * Whoever an account has been of whom nothing is left but terms that the desk gave them, whose sources are like
 * `given`.
 */
export async function leftWithGiven(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  publication: string,
  account: string,
  given: string,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ owner_id: string }[]>`
    select m.from_id as owner_id from merged_owner m
    where m.publication_id = ${publication} and m.to_id = ${account}::uuid and ${isWholeBut([likeSource('left'), given])}
      and exists (select from subscription s where (s.publication_id, s.owner_id) = (m.publication_id, m.from_id) and s.source like ${given}) order by m.at, m.from_id`;
  return rows.map(({ owner_id }) => owner_id);
}

/** SQL: who an owner is now: the account that has become of them, or themselves. */
export const ownerNow = (publication: string, owner: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce(
  (select m.to_id from merged_owner m where m.publication_id = ${publication} and m.from_id = ${owner} and ${isWhole}), ${owner})`;

/**
 * SQL: of `s`, a row of `staff_action`, who has now what it did: of a term whoever that became, and of all else whoever
 * its reader became.
 */
export const heirOf = Prisma.sql`coalesce(
  (select t.owner_id from merged_owner m join subscription t on (t.publication_id, t.owner_id) = (m.publication_id, m.to_id)
    where (m.publication_id, m.from_id) = (s.publication_id, s.owner_id) and t.id::text = coalesce(s."from" ->> 'subscription', s."to" ->> 'subscription') limit 1),
  (select m.to_id from merged_owner m where (m.publication_id, m.from_id) = (s.publication_id, s.owner_id) and ${isWhole}),
  s.owner_id)`;

/**
 * Who an owner has been: what was done for them before their login stands under those. `shared`: of whom only some
 * orders became theirs, which the actions with these `numbers` are of. `imports`: the actions by which files of readers
 * brought or changed something of theirs.
 */
export const HasBeen = v.object({
  owners: v.array(v.string()),
  shared: v.array(v.string()),
  numbers: v.array(v.string()),
  imports: v.array(v.object({ action: v.string(), changed: v.boolean() })),
});
export type HasBeen = v.InferOutput<typeof HasBeen>;

/** SQL: who an owner has been, as JSON. */
export const hasBeen = (publication: string, owner: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  with been as (
    select m.from_id, ${isWhole} as whole from merged_owner m where m.publication_id = ${publication} and m.to_id = ${owner}
  )
  select json_build_object(
    'owners', array[${owner}] || array(select from_id from been where whole),
    'shared', array(select from_id from been where not whole),
    'imports', (
      select coalesce(json_agg(json_build_object('action', r.action, 'changed', r.changed)), '[]')
      from import_reader r where r.publication_id = ${publication} and (r.owner_id = ${owner} or r.owner_id in (select from_id from been where whole))
    ),
    'numbers', array(
      select distinct a.subject from been join staff_action a on a.publication_id = ${publication} and a.owner_id = been.from_id
        join "order" own on own.publication_id = a.publication_id and own.number = a.subject and own.owner_id = ${owner}
      where not been.whole
    )))`;

/**
 * The actions that were done for an owner, or that touched what is theirs, as that one and as whoever they have been;
 * of an import that it was taken back, too.
 */
export const doneFor = ({ owners, shared, numbers, imports }: HasBeen): Prisma.StaffActionWhereInput => ({
  OR: [
    { ownerId: { in: owners } },
    { others: { hasSome: owners } },
    ...(imports.length === 0 ? [] : broughtBy(imports.map(({ action }) => action))),
    ...(numbers.length === 0 ? [] : [{ ownerId: { in: shared }, subject: { in: numbers } }]),
  ],
});

const broughtBy = (actions: string[]): Prisma.StaffActionWhereInput[] => [{ id: { in: actions } }, { undoes: { in: actions } }];

/**
 * What is of no order goes along with the last of somebody without an account: where they live, unless the account says
 * otherwise, and what staff noted.
 */
export async function moveRest(tx: Pick<Prisma.TransactionClient, '$executeRaw'>, publication: string, from: string): Promise<void> {
  await tx.$executeRaw`
    with gone as (
      delete from owner_address a using merged_owner m
      where a.publication_id = ${publication} and a.owner_id = ${from}::uuid and (m.publication_id, m.from_id) = (a.publication_id, a.owner_id) and ${isWhole}
      returning m.to_id, a.*
    )
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated, undeliverable)
    select publication_id, to_id, shipcode, name, address, updated, undeliverable from gone on conflict (publication_id, owner_id, shipcode) do nothing`;
  await tx.$executeRaw`
    update reader_note n set owner_id = m.to_id from merged_owner m
    where n.publication_id = ${publication} and n.owner_id = ${from}::uuid and (m.publication_id, m.from_id) = (n.publication_id, n.owner_id) and ${isWhole}`;
}

/** SQL: an owner, and whoever became them: a guest before the login, of whom nothing is left that is nobody else's. */
export const becameThem = (publication: string, owner: string): Prisma.Sql => Prisma.sql`
  with recursive own (id) as (
    select ${owner}::uuid
    union select m.from_id from merged_owner m join own on own.id = m.to_id
    where m.publication_id = ${publication} and not exists (
      select from "order" o where o.publication_id = m.publication_id and o.owner_id = m.from_id and ${isBought}
    )
  )
  select id from own`;
