import { ImportedWritten } from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { isTakenOverFrom } from '../../ledger/terms/source-parts.ts';
import { postLetters } from '../../letters/post-letter.ts';
import { MINUTE } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { LETTER_DELAY } from '../letter-delay.ts';
import { findImport } from './import-verbs.ts';

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** So many go out in a minute, so that whoever answers them is not run over. */
export const LETTERS_A_MINUTE = 30;
/** As an action keeps what it wrote. */
export const KeptInvitations = v.object({ letters: v.number() });

/**
 * SQL: whom an import brought with a mailbox, once each, that is not proved yet and whose subscription was not ended
 * since.
 */
function broughtBy(tx: Prisma.TransactionClient, publication: string, { id, source }: { id: string; source: string }) {
  return tx.$queryRaw<{ mailbox: string; name: string }[]>`
    select distinct on (mailbox) r.data ->> 'email' as mailbox, r.data ->> 'name' as name from import_row r
    join subscription s on s.publication_id = ${publication} and ${isTakenOverFrom(source)} and s.cancelled is null
    where r.import_id = ${id}::uuid and r.verdict = 'new' and r.data ->> 'email' is not null
      and not exists (select from account a where a.publication_id = ${publication} and a.email = r.data ->> 'email' and (a.verified is not null or a.email_failing is not null))
    order by mailbox, r.row`;
}

/**
 * Writes to the readers whom an import brought that their subscription is here, and how they log in: ten minutes from
 * now, or behind those of other files, thirty a minute over all, each mailbox once for each system. Refuses (409) an
 * import that is not taken over, where there is nobody to write to, and where they are not as many as were shown.
 */
export async function writeToImported(
  deps: WriteDeps,
  person: Person,
  { id, action, readers, network, dry }: { id: string; action: string; readers: number | null; network: string; dry: boolean },
): Promise<ImportedWritten> {
  const { publicationId } = deps.config;
  const { name: subject, source } = await findImport(deps, id);
  return act(deps, { person: person.id }, { id: action, verb: 'writeToImported', subject, network, dry }, ImportedWritten, async (tx) => {
    await tx.$queryRaw`select 1 from import where id = ${id}::uuid for update`;
    const { state } = await tx.import.findUniqueOrThrow({ where: { id } });
    if (state !== 'applied') throw new Refusal(409, deskText('import_not_applied'));
    const found = await broughtBy(tx, publicationId, { id, source });
    const subjects = new Map(found.map((one) => [hashOf(JSON.stringify([publicationId, source, one.mailbox])), one]));
    const written = await tx.outbox.findMany({
      where: { kind: 'imported', subject: { in: [...subjects.keys()] } },
      select: { subject: true },
    });
    for (const { subject: one } of written) subjects.delete(one);
    if (subjects.size === 0) throw new Refusal(409, deskText('imported_written'));
    if (!dry && readers !== subjects.size) throw new Refusal(409, deskText('counted_meanwhile', { n: subjects.size }));
    const begins = await beginsIn(tx, deps);
    const letters = [...subjects].map(
      ([one, { mailbox, name }], index) =>
        ({
          kind: 'imported',
          subject: one,
          recipient: mailbox,
          payload: { name, action },
          waits: begins + Math.floor((index * MINUTE) / LETTERS_A_MINUTE),
        }) as const,
    );
    const count = await postLetters(tx, deps, letters);
    const minutes = Math.ceil(count / LETTERS_A_MINUTE);
    const behind = begins > LETTER_DELAY ? { begins: Math.ceil(begins / MINUTE) } : {};
    return { to: { import: id, letters: count }, result: { letters: count, minutes, ...behind } };
  });
}

/**
 * In how many ms the first goes out: behind those of other files that wait still, since whoever answers them is the
 * same. Nobody else's are begun meanwhile.
 */
async function beginsIn(tx: Prisma.TransactionClient, { clock, config: { publicationId } }: WriteDeps): Promise<number> {
  await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtextextended(${`imported:${publicationId}`}, 0))`;
  const [waiting] = await tx.$queryRaw<{ last: Date | null }[]>`
    select max(created) as last from outbox where publication_id = ${publicationId} and kind = 'imported' and queued is null`;
  const last = waiting?.last ?? null;
  const behind = last === null ? 0 : last.getTime() - clock().getTime() + MINUTE / LETTERS_A_MINUTE;
  return Math.max(LETTER_DELAY, behind);
}

type Stopping = { action: string; undoes: string; subject: string; letters: number; network: string; dry: boolean };

/** Stops those letters that have not gone out. Refuses (409) where all have. */
export async function stopImported(
  deps: WriteDeps,
  person: Person,
  { action, undoes, subject, letters, network, dry }: Stopping,
): Promise<void> {
  const told = { id: action, verb: 'stopImported', subject, undoes, network, dry };
  await act(deps, { person: person.id }, told, v.null(), async (tx) => {
    const theirs = { publicationId: deps.config.publicationId, kind: 'imported', payload: { path: ['action'], equals: undoes } };
    const { count } = await tx.outbox.deleteMany({ where: { ...theirs, queued: null } });
    if (count === 0) throw new Refusal(409, deskText('imported_letters_sent'));
    return { from: { letters }, to: { stopped: count }, result: null };
  });
}
