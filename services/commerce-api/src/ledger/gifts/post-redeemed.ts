import type { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { postLetter } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Messages } from '../../publication/texts/line-texts.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';

export type RedeemedGift = {
  publicationId: string;
  gift: string;
  /** Who bought it. */
  giver: string;
  choice: { deliverable: Deliverable; level: Level; term: Term };
  /** How many of its issues are left, where some were posted before. */
  left?: number | null;
  /** Whether their account is made with it. */
  welcome?: boolean;
  /** The publication's. */
  messages: Messages;
  /** Who has it now. */
  name: string;
  email: string;
  now: Date;
};

/**
 * Writes the letter that confirms a redemption (section 4): one for each gift. Call it inside the transaction that
 * redeems it.
 */
export async function postRedeemed(
  tx: Sql,
  { publicationId, messages, gift, giver, choice, left, welcome = false, name, email, now }: RedeemedGift,
): Promise<void> {
  const print = shipcodeOf(choice.deliverable) !== null;
  const payload = { name, giver, detail: describeChoice(choice, messages, left), print, welcome };
  await postLetter(tx, { config: { publicationId }, clock: () => now }, { kind: 'redeemed', subject: gift, recipient: email, payload });
}
