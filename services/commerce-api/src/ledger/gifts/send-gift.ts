import { randomUUID } from 'node:crypto';
import type { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { newToken } from '../../platform/secrets.ts';
import { addGiftTerm } from './add-gift-term.ts';
import type { Recipient } from '../orders/check-recipient.ts';

export type SentGift = {
  publicationId: string;
  /** Who bought it. */
  ownerId: string;
  order: string;
  ordinal: number;
  number: number;
  choice: { deliverable: Deliverable; level: Level; term: Term };
  recipient: Recipient;
  now: Date;
};

/**
 * Gives a gift to an owner made for its recipient, whose issues go to the address that the purchaser named: once for
 * each gift of an order's line. Whoever opens an account from the gift's link takes that owner over. Call it inside a
 * transaction.
 */
export async function sendGift(
  tx: Sql,
  { publicationId, ownerId, order, ordinal, number, choice, recipient, now }: SentGift,
): Promise<void> {
  const { deliverable, level, term } = choice;
  const { name, address } = recipient;
  const [token, redeemer] = [newToken(), randomUUID()];
  const given = await tx.$queryRaw<unknown[]>`
    insert into gift (publication_id, owner_id, id, token, order_id, ordinal, number, deliverable, level, term,
                      recipient_name, recipient_address, redeemed_by, redeemed)
    values (${publicationId}, ${ownerId}::uuid, ${uuidv7(now.getTime())}::uuid, ${token}, ${order}::uuid, ${ordinal}::int, ${number}::int,
            ${deliverable}, ${level}, ${term}, ${name}, ${JSON.stringify(address)}::jsonb, ${redeemer}::uuid, ${now})
    on conflict (publication_id, order_id, ordinal, number) do nothing
    returning 1`;
  if (given.length === 0) return;
  await addGiftTerm(tx, { publicationId, ownerId: redeemer, gift: { token, ...choice }, name, address, now });
}
