import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { checkOut } from '../checkout/check-out.ts';
import type { Deps } from '../deps.ts';
import { upgradeCart } from '../subscription/upgrade-cart.ts';
import type { Redeemed } from './redeem.ts';

/** Starts the payment for redeeming a gift in a better way than it was paid for (section 4, redeem); the order holds the gift meanwhile. */
export async function payUpgrade(deps: Deps, ownerId: string, payable: Redeemed & { type: 'payable' }, form: CheckoutBody) {
  const { found, deliverable, amount } = payable;
  const { token, level, term } = found.gift;
  const line = { ref: `gift/${deliverable}/${token}`, choice: { deliverable, level, term }, amount };
  return checkOut(deps, ownerId, form, async () => upgradeCart(line, deps.publication.cached().messages));
}
