import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';
import type { PaidGift } from '../../rules/gifts/redeem-rules.ts';
import { isGiftGone } from '../orders/gift-states.ts';

const Chosen = v.object({ deliverable: Deliverable, level: Level, term: Term });

/**
 * `giver` is who bought it, by name; `purchaser` is their owner. `sent`: it was sent directly to somebody, and the
 * owner made for them has no account yet. `refunded`: all that was paid for it went back, or it was taken back, and
 * nobody had redeemed it. `holder`: whose order, not paid yet, holds it; `payment` is the token of that one's invoice
 * page while its money is on its way, at a bank for days.
 */
export type FoundGift = {
  id: string;
  giver: string;
  purchaser: string;
  gift: PaidGift;
  holder: string | null;
  payment: string | null;
  refunded: boolean;
  sent: { name: string; ownerId: string } | null;
};
type Row = {
  id: string;
  token: string;
  giver: string;
  purchaser: string;
  holder: string | null;
  payment: string | null;
  redeemed: string | null;
  recipient_name: string | null;
  is_open: boolean;
  refunded: boolean;
};

/** The gift behind a token, redeemed or not; null where there is none. One statement. */
export async function findGift({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<FoundGift | null> {
  const [row] = await db.$queryRaw<Row[]>`
    select g.id, g.token, g.deliverable, g.level, g.term, g.redeemed_by as redeemed, o.name as giver, g.owner_id as purchaser,
      h.owner_id as holder, case when h.state = 'processing' then coalesce(i.token, h.receipt_token) end as payment, g.recipient_name, not exists (select from account a where a.id = g.redeemed_by) as is_open,
      ${isGiftGone} as refunded
    from gift g join "order" o on o.id = g.order_id left join "order" h on h.id = g.held_by left join invoice i on i.order_id = h.id
    where g.token = ${token} and g.publication_id = ${config.publicationId}`;
  if (!row) return null;
  const { id, giver, purchaser, holder, payment, redeemed, recipient_name, is_open, refunded } = row;
  const sent = recipient_name !== null && redeemed !== null && is_open ? { name: recipient_name, ownerId: redeemed } : null;
  return { id, giver, purchaser, holder, payment, refunded, sent, gift: { token: row.token, redeemed, ...v.parse(Chosen, row) } };
}
