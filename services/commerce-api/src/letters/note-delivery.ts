import type { LetterUnwritten } from '@newsstand/contracts/desk-orders';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../publication/deps.ts';
import { letterReturned } from './return-address.ts';

type NoteDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** A letter that is done with: `unwritten` says why none was sent; null where the mail server took it. */
export type DoneWith = { id: string; unwritten: LetterUnwritten | null };

/**
 * Letters are done with. Where the mail server took one, its address works, whatever was the matter before.
 * Not where letters come back after they were taken: there that says nothing, and the reader has to show that one
 * arrived (`noteArrived`), or another address.
 */
export async function noteSent({ db, clock }: Pick<Deps, 'db' | 'clock'>, letters: readonly DoneWith[]): Promise<void> {
  await db.$executeRaw`
    with sent as (
      update outbox set sent = ${clock()}, unwritten = l.unwritten
      from unnest(${letters.map(({ id }) => id)}::uuid[], ${letters.map(({ unwritten }) => unwritten)}::text[]) as l(id, unwritten)
      where outbox.id = l.id and sent is null
      returning publication_id, recipient, outbox.unwritten
    )
    update account set email_failing = null from sent
    where sent.unwritten is null and account.publication_id = sent.publication_id and email = sent.recipient and email_failing is not null and not exists (
      select from outbox where outbox.publication_id = account.publication_id and outbox.recipient = account.email and bounced >= account.email_failing
    )`;
}

/**
 * The mail server refused a letter. Only a refusal for good (5xx) says something about the address; anything else may
 * pass.
 */
export async function noteRefused(deps: NoteDeps, email: string, error: unknown): Promise<void> {
  if (isForGood(error)) await markFailing(deps, email, deps.clock());
}

/**
 * A letter came back to `address`, its signed return address. Whoever makes one up, and a bounce that says that it may
 * pass, change nothing.
 */
export async function noteBounced(deps: NoteDeps, address: string, message: string): Promise<void> {
  const id = letterReturned(deps.config.access.secret, address);
  if (id === null || !hasFailedForGood(message)) return;
  const now = deps.clock();
  const [letter] = await deps.db.$queryRaw<{ recipient: string }[]>`
    update outbox set bounced = ${now} where id = ${id}::uuid and bounced is null returning recipient`;
  if (letter) await markFailing(deps, letter.recipient, now);
}

/** The reader used what stood in a letter: it arrived. */
export async function noteArrived(tx: Pick<Prisma.TransactionClient, 'account'>, accountId: string): Promise<void> {
  await tx.account.updateMany({ where: { id: accountId, emailFailing: { not: null } }, data: { emailFailing: null } });
}

async function markFailing({ db, config }: NoteDeps, email: string, now: Date): Promise<void> {
  await db.account.updateMany({
    where: { publicationId: config.publicationId, email, emailFailing: null },
    data: { emailFailing: now },
  });
}

function isForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const code = Number(error.responseCode);
  return code >= 500 && code < 600;
}

/**
 * RFC 3464: the part for machines says `Action: failed` and a status of class 5. Anything else is a delay, or
 * somebody's holiday.
 */
function hasFailedForGood(message: string): boolean {
  return /^action:\s*failed\b/im.test(message) && /^status:\s*5\./im.test(message);
}
