import { Prisma } from '../../generated/prisma/client.ts';
import type { Sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { DAY } from '../platform/duration.ts';
import type { Deps } from '../publication/deps.ts';
import type { AccessLetterKind } from './access-letter.ts';
import type { AccountLetterKind } from './account-letter.ts';
import type { ChargeLetterKind } from './charge-letter.ts';
import type { StaffLetterKind } from './staff-letter.ts';
import type { MembershipLetterKind } from './membership-letter.ts';

type OtherKind =
  | 'redeemed'
  | 'gift-for-you'
  | 'gift-taken-back'
  | 'gift-restored'
  | 'invoice'
  | 'renewal-notice'
  | 'card-expires'
  | 'card-removed'
  | 'list-join'
  | 'dispatched'
  | 'dispatch-taken-back'
  | 'donation-year'
  | 'imported';
type Kind = AccessLetterKind | AccountLetterKind | ChargeLetterKind | MembershipLetterKind | StaffLetterKind | OtherKind;
/**
 * Those that may wait: for its order to be paid (`createAccount`), or for somebody to see that a parcel was not sent, a
 * copy did not come back, or donors, or readers of another system, are not to be written to, after all. No other goes
 * by the clock of whoever wrote it.
 */
export const MAY_WAIT = ['welcome', 'dispatched', 'address-needed', 'donation-year', 'imported'] as const satisfies readonly Kind[];

/** So long (ms) the queue tries to send a letter that the mail server does not take. */
export const TRIED_FOR = 2 * DAY;

/** `payload` is kept as JSON, and parsed by whoever words the letter; `waits`: so many ms before it goes out. */
type Letter = { subject: string; recipient: string; payload: object } & (
  | { kind: Kind; waits?: never }
  | { kind: (typeof MAY_WAIT)[number]; waits: number }
);
type PostDeps = Pick<Deps, 'clock'> & { config: Pick<Deps['config'], 'publicationId'> };

/**
 * SQL of how a letter is written by a statement that does more: an id, the publication, kind, subject, recipient,
 * payload and the moment follow.
 */
export const INTO_OUTBOX = Prisma.sql`insert into outbox (id, publication_id, kind, subject, recipient, payload, created)`;

/**
 * Puts a letter into the outbox, in the transaction that causes it; the job queue sends it. One for each kind and
 * subject: false where it was there before.
 */
export async function postLetter(tx: Sql, deps: PostDeps, letter: Letter): Promise<boolean> {
  return (await postLetters(tx, deps, [letter])) > 0;
}

/** The same for many, in one statement. Answers how many are new. */
export async function postLetters(tx: Sql, { clock, config }: PostDeps, letters: readonly Letter[]): Promise<number> {
  const now = clock();
  const rows = letters.map((letter) => ({
    id: uuidv7(now.getTime()),
    ...letter,
    created: new Date(now.getTime() + (letter.waits ?? 0)),
  }));
  const written = await tx.$queryRaw<unknown[]>`
    ${INTO_OUTBOX}
    select id, ${config.publicationId}, kind, subject, recipient, payload, created
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(id uuid, kind text, subject text, recipient text, payload jsonb, created timestamptz)
    on conflict (kind, subject) do nothing
    returning 1`;
  return written.length;
}

/**
 * SQL: what the letter of an order's receipt says beside what it says already, as long as it waits in the outbox.
 * `order`: its id as text.
 */
export const addToReceipt = (order: Prisma.Sql, more: object): Prisma.Sql => Prisma.sql`
  update outbox set payload = payload || ${JSON.stringify(more)}::jsonb where kind = 'receipt' and subject = ${order} and queued is null`;
