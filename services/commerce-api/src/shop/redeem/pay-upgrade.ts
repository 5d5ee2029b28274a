import type { CheckoutBody } from '@newsstand/contracts/checkout';
import type { Deps } from '../../publication/deps.ts';
import { checkOut } from '../check-out/check-out.ts';
import { upgradeCart } from '../check-out/upgrade-cart.ts';
import type { Redeemed } from './redeem.ts';

/**
 * Starts the payment for redeeming a gift in a better way than it was paid for (section 4, redeem); the order holds the
 * gift meanwhile.
 */
export async function payUpgrade(deps: Deps, ownerId: string, payable: Redeemed & { type: 'payable' }, form: CheckoutBody) {
  const { found, deliverable, amount } = payable;
  const { token, level, term } = found.gift;
  const upgrade = { type: 'redeem' as const, gift: token, deliverable };
  const line = { upgrade, choice: { deliverable, level, term }, amount };
  return checkOut(deps, { ownerId, network: null }, form, {
    read: async () => upgradeCart(line, deps.publication.cached().messages),
  });
}
