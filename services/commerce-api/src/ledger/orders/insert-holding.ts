import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { redeemText } from '../../publication/texts/redeem-texts.ts';
import { isOpenGift } from './gift-states.ts';
import { insertOrder, type Draft } from './insert-order.ts';

/**
 * Places an order, and holds the gift that it pays to redeem in a better way: until it is paid or cancelled nobody else
 * redeems it (decision 010). Refuses (409) a gift that was redeemed, or is held by another order.
 */
export async function insertHolding({ db }: Pick<Deps, 'db'>, draft: Draft): ReturnType<typeof insertOrder> {
  const gift = draft.lines.flatMap(({ choice }) => (choice?.type === 'redeem' ? [choice.gift] : []))[0];
  if (gift === undefined) return insertOrder(db, draft);
  try {
    return await db.$transaction(async (tx) => {
      const inserted = await insertOrder(tx, draft);
      if (inserted !== 'placed') throw new NotPlaced(inserted);
      const held = await tx.$queryRaw<unknown[]>`
        update gift g set held_by = ${draft.id}::uuid
        where g.publication_id = ${draft.publicationId} and g.token = ${gift} and ${isOpenGift} returning 1`;
      if (held.length > 0) return inserted;
      throw new Refusal(409, { general: redeemText('held') });
    });
  } catch (error) {
    if (error instanceof NotPlaced) return error.why;
    throw error;
  }
}

/** The rule that stood against an order has ended the transaction: there is nothing of it to keep. */
class NotPlaced extends Error {
  readonly why: Awaited<ReturnType<typeof insertOrder>>;

  constructor(why: NotPlaced['why']) {
    super(`no order was placed: ${why}`);
    this.why = why;
  }
}
