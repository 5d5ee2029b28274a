import { BOUGHT } from './order-states.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Whether this owner's order with that intent is paid, or its payment under way: a page that did not hear of it must
 * not pay again.
 */
export async function paidBefore({ db, config }: Pick<Deps, 'db' | 'config'>, ownerId: string, intentId: string): Promise<boolean> {
  const order = await db.order.findFirst({
    where: { publicationId: config.publicationId, ownerId, intentId, state: { in: BOUGHT } },
    select: { id: true },
  });
  return order !== null;
}
