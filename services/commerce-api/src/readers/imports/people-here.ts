import { Address } from '@newsstand/contracts/address';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Job } from './import-job.ts';
import type { ImportedRow } from './read-row.ts';
import { placeOf, type Known } from './whose-copy.ts';
import { owes } from '../../ledger/terms/owes.ts';

type Asked = Pick<ImportedRow, 'reader' | 'email'>;
/** `email`: whose proof brings what they have to an account; `made`: an import made their account. */
export type Here = { id: string; email: string | null; made: boolean; hasAccount: boolean; known: readonly Known[] };
export type PeopleHere = {
  /** Mailboxes that have an account, proved or not. */
  accounts: ReadonlySet<string>;
  /** By the number that the system has for them. */
  readers: ReadonlyMap<string, Here>;
  /** By the mailbox whose account they have: one that is proved, or that an import made. */
  mailboxes: ReadonlyMap<string, Here>;
  /** What waits for the proof of a mailbox. */
  waiting: ReadonlyMap<string, readonly Known[]>;
};

const Account = v.object({ id: v.string(), email: v.string(), proved: v.boolean(), made: v.boolean() });
const Imported = v.object({
  by: v.picklist(['number', 'mailbox']),
  reader_id: v.string(),
  owner_id: v.string(),
  email: v.nullable(v.string()),
  made: v.boolean(),
  has_account: v.boolean(),
});
const Owner = v.object({
  id: v.string(),
  name: v.string(),
  runs: v.boolean(),
  addresses: v.array(v.object({ name: v.string(), address: Address })),
});

/** Who is here of those whom rows name, and under which names and addresses they are known. */
export async function peopleHere(
  tx: Prisma.TransactionClient,
  publicationId: string,
  { id: importId, source }: Pick<Job, 'id' | 'source'>,
  rows: readonly Asked[],
): Promise<PeopleHere> {
  const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))];
  const accounts = v.parse(
    v.array(Account),
    await tx.$queryRaw`
      select a.id, a.email, a.verified is not null as proved, exists (
        select from legacy_reader l where l.publication_id = a.publication_id and l.owner_id = a.id and l.made) as made
      from account a where a.publication_id = ${publicationId} and a.email = any(${emails}::text[])`,
  );
  const imported = v.parse(
    v.array(Imported),
    await tx.$queryRaw`
      select 'number' as by, reader_id, owner_id, email, made, exists (select from account a where a.id = owner_id) as has_account
      from legacy_reader where publication_id = ${publicationId} and source = ${source} and reader_id = any(${rows.map(({ reader }) => reader)}::text[])
      union all select 'mailbox', reader_id, owner_id, email, made, false
      from legacy_reader where publication_id = ${publicationId} and email = any(${emails}::text[])`,
  );
  const named = imported.filter(({ by }) => by === 'number');
  const waiting = imported.filter(({ by }) => by === 'mailbox');
  const led = accounts.filter(({ proved, made }) => proved || made);
  const ids = [...new Set(imported.map(({ owner_id: id }) => id).concat(led.map(({ id }) => id)))];
  const known = await knownOf(tx, publicationId, { importId, source, ids });
  const waits = new Map<string, readonly Known[]>();
  for (const { owner_id: id, email } of waiting) {
    if (email !== null) waits.set(email, [...(waits.get(email) ?? []), ...(known.get(id) ?? [])]);
  }
  return {
    accounts: new Set(accounts.map(({ email }) => email)),
    readers: new Map(
      named.map(({ reader_id: readerId, owner_id: id, email, made, has_account: hasAccount }) => [
        readerId,
        { id, email, made, hasAccount, known: known.get(id) ?? [] },
      ]),
    ),
    mailboxes: new Map(led.map(({ id, email, made }) => [email, { id, email: null, made, hasAccount: true, known: known.get(id) ?? [] }])),
    waiting: waits,
  };
}

/** What is known of a row's person: as its number has them, else as its mailbox has. */
export function knownHere({ readers, mailboxes, waiting }: PeopleHere, { reader, email }: Asked): readonly Known[] {
  const byMailbox = email === null ? undefined : (mailboxes.get(email)?.known ?? waiting.get(email));
  return readers.get(reader)?.known ?? byMailbox ?? [];
}

/**
 * Of each owner the addresses that they have, and what they are called: what this very import brought runs beside
 * nothing.
 */
async function knownOf(
  tx: Prisma.TransactionClient,
  publicationId: string,
  { importId, source, ids }: { importId: string; source: string; ids: readonly string[] },
): Promise<Map<string, Known[]>> {
  if (ids.length === 0) return new Map();
  const owners = v.parse(
    v.array(Owner),
    await tx.$queryRaw`
      select o.id, coalesce(a.name, '') as name,
        (select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'address', w.address)), '[]') from owner_address w
          where w.publication_id = ${publicationId} and w.owner_id = o.id) as addresses,
        exists (
          select from legacy_term t join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
          where t.publication_id = ${publicationId} and t.owner_id = o.id and t.source = ${source} and t.import_id <> ${importId}::uuid and ${owes()}
        ) as runs
      from unnest(${ids}::uuid[]) o (id) left join account a on a.id = o.id`,
  );
  return new Map(
    owners.map(({ id, name, runs, addresses }) => {
      const places = addresses.map((one) => ({ name: one.name, place: placeOf(one.address), beside: runs }));
      // An account with nothing but a name says nothing of where its reader lives.
      const called = name !== '' && (runs || places.length > 0) ? [{ name, place: null, beside: runs }] : [];
      return [id, [...places, ...called]];
    }),
  );
}
