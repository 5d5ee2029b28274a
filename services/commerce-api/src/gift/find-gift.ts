import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import type { PaidGift } from './redeem-rules.ts';

const Chosen = v.object({ deliverable: Deliverable, level: Level, term: Term });

/** `giver` is who bought it. */
export type FoundGift = { id: string; giver: string; gift: PaidGift };

/** The gift behind a token, redeemed or not; null where there is none. One statement. */
export async function findGift({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<FoundGift | null> {
  const [row] = await db.$queryRaw<{ id: string; token: string; giver: string; redeemed: string | null }[]>`
    select g.id, g.token, g.deliverable, g.level, g.term, g.redeemed_by as redeemed, o.name as giver
    from gift g join "order" o on o.id = g.order_id
    where g.token = ${token} and g.publication_id = ${config.publicationId}`;
  if (!row) return null;
  const { id, giver, redeemed } = row;
  return { id, giver, gift: { token: row.token, redeemed, ...v.parse(Chosen, row) } };
}
