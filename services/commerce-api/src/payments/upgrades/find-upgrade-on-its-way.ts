import type { Deps } from '../../publication/deps.ts';
import { findBegunUpgrades } from './begun-upgrades.ts';

/**
 * The token of the invoice page of an upgrade of this subscription whose payment is under way, at a bank for days, or
 * null.
 */
export async function findUpgradeOnItsWay(
  { db, config: { publicationId } }: Pick<Deps, 'db' | 'config'>,
  ownerId: string,
  subscription: string,
): Promise<string | null> {
  const begun = await findBegunUpgrades(db, { publicationId, ownerId, subscriptions: [subscription] });
  return begun.find(({ state }) => state === 'processing')?.page ?? null;
}
