import { mediumOf } from '@newsstand/contracts/deliverable';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { keepAddresses } from '../../ledger/terms/keep-address.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { newToken } from '../../platform/secrets.ts';
import { fingerprintOf, setApart, sourceOf } from './check-rows.ts';
import { isBrought } from './other-subscriptions.ts';
import { knownHere, peopleHere, type Here, type PeopleHere } from './people-here.ts';
import { copyOf, ImportedRow } from './read-row.ts';
import { isApart, whoseCopy } from './whose-copy.ts';
import type { Batch, ImportDeps, Job } from './import-job.ts';

type Tx = Prisma.TransactionClient;

const Row = v.object({ row: v.number(), legacy_id: v.string(), verdict: v.picklist(['new', 'changed']), data: ImportedRow });
type Row = v.InferOutput<typeof Row>;

/**
 * Whom a row becomes. `email`: whose proof brings what they have to an account; `made`: their account is an import's;
 * `account`: the one that is made now; `fresh`: somebody of this batch, of whom nothing else is known; `adopts`: has
 * none yet, and takes the first mailbox that a row of theirs names.
 */
type Owner = {
  id: string;
  email: string | null;
  made: boolean;
  account: { email: string; name: string } | null;
  fresh: boolean;
  adopts: boolean;
};
type Taken = Row & { owner: Owner; reader: string; subscription: string };

/**
 * Takes rows over: whom they are of, where it is posted, and what is owed. Nobody is written to. What was taken over
 * before is left as it is.
 */
export async function applyRows(tx: Tx, deps: ImportDeps, job: Job, most: number): Promise<Batch> {
  const rows = v.parse(
    v.array(Row),
    await tx.$queryRaw`
      select row, legacy_id, verdict, data from import_row
      where import_id = ${job.id}::uuid and row > ${job.cursor}::int and verdict in ('new', 'changed') order by row limit ${most}::int`,
  );
  const { publicationId } = deps.config;
  const here = await tx.subscription.findMany({
    where: { publicationId, source: { in: rows.map(({ legacy_id: id }) => sourceOf(job, id)) } },
    select: { source: true, legacy: true },
  });
  const known = new Map(here.map(({ source, legacy }) => [source, legacy]));
  const fresh = rows.filter(({ verdict, legacy_id: id }) => verdict === 'new' && !known.has(sourceOf(job, id)));
  if (fresh.length > 0) await takeOver(tx, deps, job, fresh);
  const moved = await mend(
    tx,
    deps,
    job,
    rows.flatMap((row) => {
      const [term] = row.verdict === 'changed' ? (known.get(sourceOf(job, row.legacy_id)) ?? []) : [];
      return term ? [{ ...row, owner: term.ownerId }] : [];
    }),
  );
  await noteReaders(tx, publicationId, job, { owners: moved, changed: true });
  return { last: rows.at(-1)?.row ?? job.cursor, count: rows.length };
}

async function takeOver(tx: Tx, deps: ImportDeps, job: Job, checked: readonly Row[]): Promise<void> {
  const { publicationId } = deps.config;
  const now = deps.clock();
  const here = await peopleHere(
    tx,
    publicationId,
    job,
    checked.map(({ data }) => data),
  );
  const taken = ownersOf(deps, here, await settled(tx, job, here, checked));
  const owners = [...new Map(taken.map(({ owner }) => [owner.id, owner])).values()];
  const accounts = owners.flatMap(({ id, account }) => (account === null ? [] : [{ id, ...account }]));
  if (accounts.length > 0) {
    const count = await tx.$executeRaw`
      insert into account (id, publication_id, email, name, created)
      select x.id, ${publicationId}, x.email, x.name, ${now} from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as x (id uuid, email text, name text)
      on conflict do nothing`;
    // Whoever signed up with such an address this very moment is found by the next try.
    if (count < accounts.length) throw new Error('somebody has signed up with an address of this batch meanwhile');
  }
  const readers = taken.map(({ owner, reader }) => ({ owner: owner.id, reader, email: owner.email, made: owner.made }));
  await tx.$executeRaw`
    insert into legacy_reader (publication_id, owner_id, source, reader_id, email, made)
    select distinct ${publicationId}::text, x.owner, ${job.source}::text, x.reader, x.email, x.made
    from jsonb_to_recordset(${JSON.stringify(readers)}::jsonb) as x (owner uuid, reader text, email text, made boolean)
    on conflict (publication_id, owner_id, source, reader_id) do update set email = excluded.email, made = excluded.made
    where legacy_reader.email is null and not legacy_reader.made`;
  deps.reached('import-rows');
  await addAddresses(tx, publicationId, taken, now);
  await addTerms(tx, deps, job, taken);
  await noteReaders(tx, publicationId, job, { owners: owners.map(({ id }) => id), changed: false });
  await keepListsAndNotes(tx, deps, job, taken);
  const terms = taken.map(({ owner, subscription, legacy_id: number, data }) => {
    return { owner: owner.id, subscription, number, deliverable: data.deliverable, value: data.value, fingerprint: fingerprintOf(data) };
  });
  await tx.$executeRaw`
    insert into legacy_term (publication_id, owner_id, source, legacy_id, subscription_id, import_id, deliverable, value, fingerprint, applied)
    select ${publicationId}, x.owner, ${job.source}, x.number, x.subscription, ${job.id}::uuid, x.deliverable, x.value, x.fingerprint, ${now}
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
      as x (owner uuid, number text, subscription uuid, deliverable text, value int, fingerprint text)`;
}

/** So that each of their pages says which file it was. */
async function noteReaders(
  tx: Tx,
  publicationId: string,
  { action }: Job,
  { owners, changed }: { owners: readonly string[]; changed: boolean },
): Promise<void> {
  if (owners.length === 0) return;
  await tx.$executeRaw`
    insert into import_reader (publication_id, owner_id, action, changed)
    select distinct ${publicationId}, owner, ${action}::uuid, ${changed}::boolean from unnest(${[...owners]}::uuid[]) owner
    on conflict (publication_id, owner_id, action) do update set changed = import_reader.changed or excluded.changed`;
}

/** What is somebody else's is so by the check, and by the same rule where more is known of its person by now. */
async function settled(tx: Tx, { id }: Job, here: PeopleHere, rows: readonly Row[]): Promise<Row[]> {
  const since = rows.filter(({ data }) => data.apart !== true && isApart(whoseCopy(copyOf(data), knownHere(here, data))));
  const numbers = new Set(since.map(({ row }) => row));
  await setApart(
    tx,
    id,
    since.map(({ row, data }) => ({ row, unsure: data.payers !== true })),
  );
  return rows.map((row) =>
    numbers.has(row.row) ? { ...row, data: { ...row.data, email: null, reader: `#${row.legacy_id}`, apart: true } } : row,
  );
}

/**
 * Whom each row becomes: the person whom an import brought before; the account that its mailbox is proved to be of; a
 * new one, into which a code that is mailed there leads and nothing else. Where somebody has signed up with the address
 * and not proved it, what is owed stays apart, and comes to that account with the proof: nobody has a stranger's
 * subscription by signing up first. What is somebody else's is in nobody's account, whoever paid for it.
 */
function ownersOf({ clock }: ImportDeps, here: PeopleHere, rows: readonly Row[]): Taken[] {
  const ownerOf = ({ id, email, made, hasAccount }: Here, adopts: boolean): Owner => {
    return { id, email, made, account: null, fresh: false, adopts: adopts && email === null && !made && !hasAccount };
  };
  const readers = new Map([...here.readers].map(([reader, one]) => [reader, ownerOf(one, true)]));
  const byMailbox = new Map([...here.mailboxes].map(([email, one]) => [email, ownerOf(one, false)]));
  const nobodyYet = (adopts: boolean): Owner => {
    return { id: uuidv7(clock().getTime()), email: null, made: false, account: null, fresh: true, adopts };
  };
  /**
   * The first mailbox that is said of somebody: with no account, one is made; where somebody has one, what is owed
   * waits apart for the proof.
   */
  const adopt = (owner: Owner, email: string, name: string) => {
    owner.adopts = false;
    if (here.accounts.has(email) || byMailbox.has(email)) {
      owner.email = email;
      return;
    }
    owner.made = true;
    owner.account = { email, name };
    byMailbox.set(email, owner);
  };

  return rows.map((row) => {
    const { reader, email, name, apart } = row.data;
    const owner = readers.get(reader) ?? (email === null ? undefined : byMailbox.get(email)) ?? nobodyYet(apart !== true);
    readers.set(reader, owner);
    if (email !== null && owner.adopts) adopt(owner, email, name);
    return { ...row, reader, owner, subscription: uuidv7(clock().getTime()) };
  });
}

/** An address that somebody has for a zone is theirs. */
async function addAddresses(tx: Tx, publicationId: string, taken: readonly Taken[], now: Date): Promise<void> {
  const kept = taken.flatMap(({ owner, data: { shipcode, name, address } }) =>
    shipcode !== null && address !== null ? [{ owner: owner.id, shipcode, name, address }] : [],
  );
  await tx.$executeRaw`
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated)
    select ${publicationId}, x.owner, x.shipcode, x.name, x.address, ${now}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as x (owner uuid, shipcode text, name text, address jsonb)
    on conflict do nothing`;
}

/**
 * Who consented to the other system’s lists is on ours, unless they have left one here; what was noted there is a note.
 */
async function keepListsAndNotes(tx: Tx, deps: ImportDeps, job: Job, taken: readonly Taken[]): Promise<void> {
  const { publicationId } = deps.config;
  const now = deps.clock();
  const members = taken.flatMap(({ data: { email, lists = [] } }) => (email === null ? [] : lists.map((tag) => ({ email, tag }))));
  if (members.length > 0) {
    await tx.$executeRaw`
      insert into list_signup (publication_id, email, tag, created, brought)
      select distinct ${publicationId}, x.email, x.tag, ${now}::timestamptz, ${job.source} from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as x (email text, tag text)
      on conflict do nothing`;
  }
  const notes = taken.flatMap(({ owner, data: { note } }) =>
    note === undefined
      ? []
      : [{ publicationId, ownerId: owner.id, id: uuidv7(now.getTime()), text: `${job.source}: ${note}`, created: now }],
  );
  if (notes.length > 0) await tx.readerNote.createMany({ data: notes });
}

/**
 * Whoever is new has one term, and nothing that it could come behind: all of those at once. The others one by one, as
 * everybody's is added.
 */
async function addTerms(tx: Tx, deps: ImportDeps, job: Job, taken: readonly Taken[]): Promise<void> {
  const { publicationId } = deps.config;
  const at = deps.clock();
  const first = new Set<string>();
  const alone: Taken[] = [];
  const others: Taken[] = [];
  for (const one of taken) {
    (one.owner.fresh && !first.has(one.owner.id) ? alone : others).push(one);
    first.add(one.owner.id);
  }
  const terms = alone.map(({ owner, subscription: id, legacy_id: number, data: { term, level, deliverable, issues, copies } }) => {
    const source = sourceOf(job, number);
    return { owner: owner.id, id, token: newToken(), source, term, level, deliverable, medium: mediumOf(deliverable), copies, issues };
  });
  await tx.$executeRaw`
    insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable,
                              settings_medium, settings_level, copies, issues, created)
    select ${publicationId}, x.owner, x.id, x.token, x.source, 1, 'introductory', x.term, x.level, x.deliverable, x.deliverable,
      x.medium, x.level, x.copies, x.issues, ${at}
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
      as x (owner uuid, id uuid, token text, source text, term text, level text, deliverable text, medium text, copies int, issues int)`;
  const owed = alone.map(({ owner, subscription, data }) => ({ owner: owner.id, id: subscription, issues: data.issues ?? 0 }));
  await tx.$executeRaw`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal)
    select ${publicationId}, x.owner, x.id, ordinal
    from jsonb_to_recordset(${JSON.stringify(owed)}::jsonb) as x (owner uuid, id uuid, issues int), generate_series(1, x.issues) ordinal`;
  for (const {
    owner,
    subscription,
    legacy_id: legacyId,
    data: { term, level, deliverable, issues, copies },
  } of others) {
    const deliverables = { set: deliverable, active: deliverable };
    const source = sourceOf(job, legacyId);
    await addTerm(tx, { publicationId, ownerId: owner.id, id: subscription, source, term, level, deliverables, copies, issues, at });
  }
}

const Had = v.object({ owner: v.string(), shipcode: Shipcode, updated: v.date(), brought: v.boolean() });

/**
 * Of rows that were taken over before their names and addresses alone are taken anew, where those of their reader came
 * with this system's rows: the address that they had here before, or have named since, stays, also for the file after
 * this. What is owed stays, too. Answers whose it is another address by now.
 */
async function mend(tx: Tx, { config, clock }: ImportDeps, { source }: Job, rows: readonly (Row & { owner: string })[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { publicationId } = config;
  const now = clock();
  const placeIn = (owner: string, shipcode: Shipcode) => `${owner} ${shipcode}`;
  const posted = rows.flatMap(({ owner, data: { shipcode, name, address } }) =>
    shipcode !== null && address !== null ? [{ ownerId: owner, shipcode, name, address }] : [],
  );
  const asked = posted.map(({ ownerId: owner, shipcode }) => ({ owner, shipcode }));
  // Nobody names another one until this is over.
  const had = v.parse(
    v.array(Had),
    await tx.$queryRaw`
      select a.owner_id as owner, a.shipcode, a.updated, ${isBrought(source)} as brought from owner_address a
      where a.publication_id = ${publicationId} and (a.owner_id, a.shipcode) in (
        select owner, shipcode from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x (owner uuid, shipcode text))
      for update of a`,
  );
  const theirs = new Set(had.flatMap(({ owner, shipcode, brought }) => (brought ? [] : [placeIn(owner, shipcode)])));
  // A reader has one address in a zone, that of their last row.
  const kept = new Map(
    posted.flatMap((one) => {
      const place = placeIn(one.ownerId, one.shipcode);
      return theirs.has(place) ? [] : [[place, one] as const];
    }),
  );
  if (kept.size > 0) await keepAddresses(tx, { publicationId, now }, [...kept.values()]);
  const terms = rows.map(({ owner, legacy_id: number, data }) => {
    const mended = data.shipcode !== null && kept.has(placeIn(owner, data.shipcode));
    return { owner, number, fingerprint: fingerprintOf(data), mended };
  });
  await tx.$executeRaw`
    update legacy_term t set fingerprint = x.fingerprint, mended = case when x.mended then ${now} else t.mended end
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as x (owner uuid, number text, fingerprint text, mended boolean)
    where (t.publication_id, t.owner_id, t.source, t.legacy_id) = (${publicationId}, x.owner, ${source}, x.number)`;
  return terms.flatMap(({ owner, mended }) => (mended ? [owner] : []));
}
