import type { DeskVerb } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { planAgain } from '../../ledger/planned-charges/plan-again.ts';
import { isReleasing } from '../../ledger/terms/is-releasing.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Batch, ImportDeps, Job } from './import-job.ts';
import { isFrom } from '../../ledger/terms/source-parts.ts';

type Tx = Prisma.TransactionClient;

/** What staff do for a reader that changes nothing of theirs. */
const CHANGES_NOTHING: readonly DeskVerb[] = ['seeAsReader', 'resendLetter', 'sendLogin', 'exportReader', 'endSessionsFor'];

/**
 * SQL: whether somebody has used what a `legacy_term` t, of the subscription s, brought: something of it came or was
 * changed, an invoice that is not paid would change it, its reader was here since or has an address that no import
 * named, or staff have noted or changed something of theirs, which would stand nowhere. What was taken back does not
 * count.
 */
const isUsed = Prisma.sql`(
  s.cancelled is not null or s.active_deliverable <> s.set_deliverable
  or exists (select from issue_token d where (d.publication_id, d.owner_id, d.subscription_id) = (s.publication_id, s.owner_id, s.id) and d.issue is not null)
  or exists (select from subscription_change c where (c.publication_id, c.owner_id, c.subscription_id) = (s.publication_id, s.owner_id, s.id))
  or exists (select from invoice i join "order" o on o.id = i.order_id and o.state <> 'cancelled' join order_line l on l.order_id = o.id
    where (i.publication_id, i.subscriber_id) = (s.publication_id, s.owner_id) and i.paid is null and l.choice ->> 'subscription' = s.id::text)
  or exists (select from charge c where (c.publication_id, c.owner_id, c.kind, c.subject) = (s.publication_id, s.owner_id, 'renewal', s.id))
  or exists (select from "order" o where (o.publication_id, o.owner_id) = (s.publication_id, s.owner_id) and o.created > t.applied)
  or exists (select from session e where e.account_id = s.owner_id and e.seen > t.applied)
  or exists (select from known_device e where e.account_id = s.owner_id and e.seen > t.applied)
  or exists (select from account a where a.id = s.owner_id and a.verified > t.applied)
  or exists (select from owner_address a where (a.publication_id, a.owner_id) = (s.publication_id, s.owner_id) and a.updated > t.applied and not exists (
    select from legacy_term m where (m.publication_id, m.owner_id) = (a.publication_id, a.owner_id) and a.updated in (m.applied, m.mended)))
  or exists (select from staff_action x where (x.publication_id, x.owner_id) = (s.publication_id, s.owner_id) and x.at > t.applied
    and x.undoes is null and x.verb <> all(${CHANGES_NOTHING}::text[]) and not exists (select from staff_action u where u.undoes = x.id))
)`;

const subscriptionOf = Prisma.sql`(s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)`;

/** What an import brought that is still there: how much of it would go, and how much has been used. */
export async function countUsed(sql: Sql, importId: string): Promise<{ untouched: number; used: number }> {
  const [counted] = await sql.$queryRaw<{ untouched: number; used: number }[]>`
    select count(*) filter (where not is_used)::int as untouched, count(*) filter (where is_used)::int as used from (
      -- Asked once of each: of 100,000 it is seen to while somebody waits.
      select ${isUsed} as is_used
      from legacy_term t join subscription s on ${subscriptionOf} where t.import_id = ${importId}::uuid and not ${isFrom('left')} offset 0
    ) brought`;
  return counted ?? { untouched: 0, used: 0 };
}

/** SQL: the letters `o` that told the readers of an import that their subscription is here. */
const toldOf = (
  publication: string,
  importId: string,
): Prisma.Sql => Prisma.sql`o.publication_id = ${publication} and o.kind = 'imported' and exists (
  select from staff_action x where x.publication_id = ${publication} and x.verb = 'writeToImported' and x."to" ->> 'import' = ${importId} and x.id::text = o.payload ->> 'action')`;

/**
 * Of whom an import's taking back takes the subscription: how many were written to that it is here, and to how many
 * that letter waits still.
 */
export async function countTold(sql: Sql, publication: string, importId: string): Promise<{ mailed: number; stopped: number }> {
  const [counted] = await sql.$queryRaw<{ mailed: number; stopped: number }[]>`
    select count(*) filter (where o.queued is not null)::int as mailed, count(*) filter (where o.queued is null)::int as stopped
    from outbox o where ${toldOf(publication, importId)} and o.recipient in (
      select r.data ->> 'email' from import_row r
        join legacy_term t on t.publication_id = ${publication} and t.import_id = r.import_id and t.legacy_id = r.legacy_id
        join subscription s on ${subscriptionOf}
      where r.import_id = ${importId}::uuid and not ${isUsed})`;
  return counted ?? { mailed: 0, stopped: 0 };
}

const Term = v.object({
  row: v.number(),
  owner_id: v.string(),
  id: v.string(),
  used: v.boolean(),
  email: v.nullable(v.string()),
  lists: v.nullable(v.array(v.string())),
  note: v.nullable(v.string()),
});
type Going = v.InferOutput<typeof Term>;

/**
 * Takes back what nobody has used yet, as if it had not come: terms, where they were posted, and accounts that were
 * made for them.
 */
export async function withdrawRows(tx: Tx, deps: ImportDeps, job: Job, most: number): Promise<Batch> {
  const { publicationId } = deps.config;
  if (await isReleasing(tx, publicationId)) throw new Error('an issue is coming out');
  const rows = await tx.$queryRaw<{ row: number }[]>`
    select row from import_row where import_id = ${job.id}::uuid and row > ${job.cursor}::int order by row limit ${most}::int`;
  const last = rows.at(-1)?.row ?? job.cursor;
  const terms = v.parse(
    v.array(Term),
    await tx.$queryRaw`
      select r.row, s.owner_id, s.id, ${isUsed} as used, r.data ->> 'email' as email, r.data -> 'lists' as lists, r.data ->> 'note' as note
      from import_row r join legacy_term t on (t.publication_id, t.source, t.legacy_id) = (${publicationId}, ${job.source}, r.legacy_id) and t.import_id = r.import_id
        join subscription s on ${subscriptionOf}
      where r.import_id = ${job.id}::uuid and r.row > ${job.cursor}::int and r.row <= ${last}::int
      order by s.owner_id, s.id for update of s`,
  );
  const going = terms.filter(({ used }) => !used);
  if (going.length > 0) await take(tx, deps, job, going);
  return { last, count: rows.length };
}

/**
 * What was noted of them there, and the lists that they came to, unless they have asked for these here, left them, or
 * came to them by what stays as well.
 */
async function takeListsAndNotes(tx: Tx, publicationId: string, { source }: Job, going: readonly Going[]): Promise<void> {
  const members = going.flatMap(({ owner_id: owner, email, lists }) => (lists ?? []).map((tag) => ({ owner, email, tag })));
  await tx.$executeRaw`
    delete from list_signup l using jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as x (owner uuid, email text, tag text)
    where l.publication_id = ${publicationId} and (l.email, l.tag) = (x.email, x.tag) and l.brought = ${source} and l.asked is null and l."left" is null
      and not exists (
        select from legacy_term t join import_row r on (r.import_id, r.legacy_id) = (t.import_id, t.legacy_id)
        where (t.publication_id, t.owner_id, t.source) = (${publicationId}, x.owner, ${source}) and t.subscription_id <> all(${going.map(({ id }) => id)}::uuid[])
          and r.data ->> 'email' = x.email and r.data -> 'lists' ? x.tag)`;
  const notes = going.flatMap(({ owner_id: owner, note }) => (note === null ? [] : [{ owner, text: `${source}: ${note}` }]));
  await tx.$executeRaw`
    delete from reader_note n using jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x (owner uuid, text text)
    where n.publication_id = ${publicationId} and (n.owner_id, n.text) = (x.owner, x.text)`;
}

async function take(tx: Tx, deps: ImportDeps, job: Job, going: readonly Going[]): Promise<void> {
  const { publicationId } = deps.config;
  await takeListsAndNotes(tx, publicationId, job, going);
  // A letter that waits would lead to what is gone.
  const mailboxes = going.flatMap(({ email }) => email ?? []);
  await tx.$executeRaw`delete from outbox o where ${toldOf(publicationId, job.id)} and o.queued is null and o.recipient = any(${mailboxes}::text[])`;
  const ids = going.map(({ id }) => id);
  const owners = [...new Set(going.map(({ owner_id: owner }) => owner))];
  // Where it was posted goes with it, unless somebody has named an address since, or something else is posted there.
  await tx.$executeRaw`
    delete from owner_address a using legacy_term t
    where t.publication_id = ${publicationId} and t.owner_id = any(${owners}::uuid[]) and t.subscription_id = any(${ids}::uuid[])
      and (a.publication_id, a.owner_id) = (t.publication_id, t.owner_id) and 'print-' || a.shipcode = t.deliverable and a.updated = coalesce(t.mended, t.applied)
      and not exists (select from subscription s
        where (s.publication_id, s.owner_id) = (a.publication_id, a.owner_id) and s.active_deliverable = t.deliverable and s.id <> all(${ids}::uuid[]))`;
  // Whoever listens hears that they have ended; then they are gone, with their numbers.
  const mine = Prisma.sql`publication_id = ${publicationId} and owner_id = any(${owners}::uuid[]) and id = any(${ids}::uuid[])`;
  await tx.$executeRaw`update subscription set cancelled = ${deps.clock()} where ${mine}`;
  await tx.$executeRaw`delete from subscription where ${mine}`;
  const idle = Prisma.sql`
    r.publication_id = ${publicationId} and r.owner_id = any(${owners}::uuid[])
    and not exists (select from legacy_term t where (t.publication_id, t.owner_id) = (r.publication_id, r.owner_id))`;
  await tx.$executeRaw`
    delete from account a using legacy_reader r
    where ${idle} and r.made and a.id = r.owner_id and a.verified is null and a.password_hash is null
      and not exists (select from subscription s where (s.publication_id, s.owner_id) = (a.publication_id, a.id))
      and not exists (select from "order" o where (o.publication_id, o.owner_id) = (a.publication_id, a.id))
      and not exists (select from session e where e.account_id = a.id)
      and not exists (select from invoice i where (i.publication_id, i.subscriber_id) = (a.publication_id, a.id))`;
  await tx.$executeRaw`delete from legacy_reader r where ${idle}`;
  const renewing = await tx.account.findMany({
    where: { publicationId, id: { in: owners }, autorenewSince: { not: null } },
    select: { id: true },
  });
  for (const { id } of renewing) await planAgain(tx, deps, id);
}
