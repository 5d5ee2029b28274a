import type { Letter } from '../letters/letter.ts';
import { TOGETHER, type Mailer } from '../letters/mailer.ts';
import { noteRefused } from '../letters/note-delivery.ts';
import { returnAddress } from '../letters/return-address.ts';
import { SECOND } from '../platform/duration.ts';
import type { Deps } from '../publication/deps.ts';
import { composeLetter, type OutboxLetter, readForLetters, whyUnwritten } from './compose-letter.ts';
import { openSentNotes } from './record-sent.ts';

type SendDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication' | 'stopping'>;
type Waiting = OutboxLetter & { id: string };

/**
 * No letter is begun later than this after its batch: the rest is another replica's soon (`expireInSeconds`), and who
 * was frozen in between would send it twice.
 */
export const BEGUN_WITHIN = 30 * SECOND;

/**
 * Sends letters of the outbox, each once: one that was sent is not sent again, and one that comes too late to be of use
 * is not sent at all. Those to one mailbox go out one after the other, so that of two codes the newer one is on top.
 * Answers what went wrong, by id, for the queue to try these again. Should this process end between the mail server's
 * yes and our note, the second copy has the same Message-ID.
 */
export async function sendOutbox(deps: SendDeps, mailer: Mailer, ids: readonly string[]): Promise<Map<string, unknown>> {
  const began = deps.clock().getTime();
  const letters = await deps.db.$queryRaw<Waiting[]>`
    select id, kind, subject, recipient, payload from outbox where id = any(${ids}::uuid[]) and sent is null order by created, id`;
  // Where one of them cannot be read, it holds up no other: each is read by itself.
  const read = letters.length > 1 ? await readForLetters(deps, letters).catch(() => null) : null;
  const notes = openSentNotes(deps);
  const failures = new Map<string, unknown>();
  const sendOne = async (row: Waiting) => {
    if (deps.stopping.aborted) throw new Error('this replica stops, so that it waits for another one');
    if (deps.clock().getTime() - began > BEGUN_WITHIN) throw new Error('its batch took too long, so that it waits for another one');
    const letter = await composeLetter(deps, read ?? (await readForLetters(deps, [row])), row);
    if (letter) await hand(deps, mailer, letter, row);
    await notes.add({ id: row.id, unwritten: letter === null ? whyUnwritten(row.kind) : null });
  };
  const mailboxes = Map.groupBy(letters, ({ recipient }) => recipient).values();
  const sendNext = async () => {
    for (const mailbox of mailboxes) {
      for (const row of mailbox) await sendOne(row).catch((error: unknown) => failures.set(row.id, error));
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, sendNext));
  await notes.written();
  return failures;
}

/** Throws where the mail server does not take it. */
async function hand(deps: SendDeps, mailer: Mailer, letter: Letter, { id, recipient }: Waiting): Promise<void> {
  const { mailFrom, mailReturn, access } = deps.config;
  const from = mailFrom ?? deps.publication.cached().settings.mail_from;
  const returnTo = mailReturn === null ? undefined : returnAddress(mailReturn, access.secret, id);
  await mailer.send(letter, { id, from, to: recipient, returnTo }).catch(async (error: unknown) => {
    await noteRefused(deps, recipient, error);
    throw error;
  });
}
