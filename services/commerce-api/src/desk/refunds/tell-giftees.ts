import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { readGiftees } from '../../ledger/gifts/read-giftees.ts';
import { isOfGift } from '../../ledger/terms/source-parts.ts';
import type { GiftForYou } from '../../letters/membership-letter.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';

type TellDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Telling = {
  kind: 'gift-taken-back' | 'gift-restored';
  action: string;
  /** Whoever paid is told otherwise. */
  payer: { order: string; mailbox: string | null };
  /** The ids of gifts that nobody had redeemed, and terms of gifts whose owners nobody can write to. */
  gifts: readonly string[];
  terms: readonly { id: string; owner: string }[];
};

const Gift = v.object({ token: v.string(), deliverable: Deliverable, level: Level, term: Term });

/**
 * Writes to the giftees whom an invoice named, where they were told of what they were given: that it was taken back, or
 * counts again. Who has redeemed it is told as the owner of its subscription.
 */
export async function tellGiftees(
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { kind, action, payer, gifts, terms }: Telling,
): Promise<void> {
  if (gifts.length + terms.length === 0) return;
  const giftees = await readGiftees(tx, payer.order);
  if (giftees.size === 0) return;
  const [ids, owners] = [terms.map(({ id }) => id), terms.map(({ owner }) => owner)];
  const rows = await tx.$queryRaw<unknown[]>`
    select g.token, g.deliverable, g.level, g.term from gift g
    where g.order_id = ${payer.order}::uuid and (g.id = any(${[...gifts]}::uuid[]) or exists (
      select from subscription s
      where s.publication_id = g.publication_id and s.owner_id = any(${owners}::uuid[]) and s.id = any(${ids}::uuid[]) and ${isOfGift}
    )) order by g.ordinal, g.number`;
  const messages = deps.publication.cached().messages;
  for (const { token, ...choice } of v.parse(v.array(Gift), rows)) {
    const { name = '', email = null, giver = '' } = giftees.get(token) ?? {};
    if (email === null || email === payer.mailbox) continue;
    const print = shipcodeOf(choice.deliverable) !== null;
    const payload: GiftForYou = { name, giver, detail: describeChoice(choice, messages), print, token };
    await postLetter(tx, deps, { kind, subject: `${action}:${token}`, recipient: email, payload });
  }
}
