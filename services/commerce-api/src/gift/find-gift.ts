import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import type { PaidGift } from './redeem-rules.ts';

const Chosen = v.object({ deliverable: Deliverable, level: Level, term: Term });

/**
 * `giver` is who bought it, by name; `purchaser` is their owner. `sent`: it was sent directly to somebody, and the owner made for them has no account yet. `holder`: whose
 * order, not paid yet, holds it.
 */
export type FoundGift = {
  id: string;
  giver: string;
  purchaser: string;
  gift: PaidGift;
  holder: string | null;
  sent: { name: string; ownerId: string } | null;
};
type Row = {
  id: string;
  token: string;
  giver: string;
  purchaser: string;
  holder: string | null;
  redeemed: string | null;
  recipient_name: string | null;
  is_open: boolean;
};

/** The gift behind a token, redeemed or not; null where there is none. One statement. */
export async function findGift({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<FoundGift | null> {
  const [row] = await db.$queryRaw<Row[]>`
    select g.id, g.token, g.deliverable, g.level, g.term, g.redeemed_by as redeemed, o.name as giver, g.owner_id as purchaser,
      (select h.owner_id from "order" h where h.id = g.held_by) as holder, g.recipient_name, not exists (select from account a where a.id = g.redeemed_by) as is_open
    from gift g join "order" o on o.id = g.order_id
    where g.token = ${token} and g.publication_id = ${config.publicationId}`;
  if (!row) return null;
  const { id, giver, purchaser, holder, redeemed, recipient_name, is_open } = row;
  const sent = recipient_name !== null && redeemed !== null && is_open ? { name: recipient_name, ownerId: redeemed } : null;
  return { id, giver, purchaser, holder, sent, gift: { token: row.token, redeemed, ...v.parse(Chosen, row) } };
}
