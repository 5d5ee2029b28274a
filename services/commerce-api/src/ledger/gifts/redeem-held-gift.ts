import { Address } from '@newsstand/contracts/address';
import { Level, Term, type Deliverable } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Sql } from '../../platform/db/sql.ts';
import type { Messages } from '../../publication/texts/line-texts.ts';
import { addGiftTerm } from './add-gift-term.ts';
import { postRedeemed } from './post-redeemed.ts';

type Paid = {
  order: string;
  row: { publication_id: string; owner_id: string; name: string; email: string; address: unknown };
  choice: { gift: string; deliverable: Deliverable };
  messages: Messages;
  now: Date;
};
const Chosen = v.object({ id: v.string(), level: Level, term: Term, giver: v.string() });

/**
 * What was paid for a gift, and now for its better way, becomes a term of who redeems it: once, since the order holds
 * it. In the claim's transaction.
 */
export async function redeemHeldGift(tx: Sql, { order, row, choice, messages, now }: Paid): Promise<void> {
  const { publication_id: publicationId, owner_id: ownerId, name, email } = row;
  const { gift: token, deliverable } = choice;
  const [taken] = await tx.$queryRaw<unknown[]>`
    update gift g set redeemed_by = ${ownerId}::uuid, redeemed = ${now}, held_by = null from "order" o
    where g.token = ${token} and g.held_by = ${order}::uuid and o.id = g.order_id
    returning g.id, g.level, g.term, o.name as giver`;
  if (taken === undefined) throw new Error(`order ${order} was paid for a gift that it does not hold`);
  const { id, level, term, giver } = v.parse(Chosen, taken);
  const address = v.parse(v.nullable(Address), row.address);
  await addGiftTerm(tx, { publicationId, ownerId, gift: { token, deliverable, level, term }, name, address, now });
  await postRedeemed(tx, { publicationId, messages, gift: id, giver, choice: { deliverable, level, term }, name, email, now });
}
