import { DeskLetter, type DeskLetters } from '@newsstand/contracts/desk-orders';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { mailboxesOf, wentTo } from '../../account/own-mailboxes.ts';
import type { Deps } from '../../publication/deps.ts';
import { PAGE, pageOf, readCursor } from '../page-cursor.ts';
import { anyReader } from '../known-reader.ts';
import { AGAIN, became, besideAgain, kindOfLetter, orderOfLetter } from './send-again.ts';

const Row = v.object({
  ...v.omit(DeskLetter, ['created', 'sent', 'bounced']).entries,
  at: v.date(),
  sent: v.nullable(v.date()),
  bounced: v.nullable(v.date()),
});

/**
 * The letters to where a reader is written to now and was before, the newest first. Refuses (404) an owner of whom
 * nothing is known.
 */
export async function readLetters(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { owner, after }: { owner: string; after?: string | undefined },
): Promise<v.InferOutput<typeof DeskLetters>> {
  const { publicationId } = config;
  const { email } = await anyReader(db, publicationId, owner);
  const from = readCursor(after);
  const rest = from === null ? Prisma.sql`true` : Prisma.sql`(w.created, w.id) < (${from.at}, ${from.id}::uuid)`;
  const rows = await db.$queryRaw<unknown[]>`
    select w.id, ${kindOfLetter} as kind, w.recipient as to, w.created as at, ${became(clock())}, ${AGAIN}, ${orderOfLetter(publicationId)} as "order"
    from outbox w join (${mailboxesOf(publicationId, Prisma.sql`${owner}::uuid`, Prisma.sql`${email}::text`)}) m on ${wentTo}
      ${besideAgain({ publication: publicationId, owner: Prisma.sql`${owner}::uuid`, mailbox: Prisma.sql`${email}::text`, now: clock() })}
    where w.publication_id = ${publicationId} and ${rest} order by w.created desc, w.id desc limit ${PAGE + 1}::int`;
  const { shown, next } = pageOf(v.parse(v.array(Row), rows));
  return {
    letters: shown.map(({ at, sent, bounced, ...letter }) => ({
      ...letter,
      created: at.toISOString(),
      sent: sent?.toISOString() ?? null,
      bounced: bounced?.toISOString() ?? null,
    })),
    next,
  };
}
