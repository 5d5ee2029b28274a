import type { CartLine } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import { addUp, type Choice } from '@newsstand/contracts/pricing';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { lineText, type Messages } from '../../publication/texts/line-texts.ts';
import type { OrderedCart, UpgradeChoice } from '../../rules/pricing/line-choice.ts';
import { describeIssues } from '../../rules/pricing/membership-rules.ts';

/**
 * `upgrade` says what paying for it changes, `choice` what the reader has then, `issues` of it where it is not a whole
 * term; `amount` in cents.
 */
export type UpgradeLine = { upgrade: UpgradeChoice; choice: Choice; issues?: number | null; amount: number };

/**
 * A cart of its own with one upgrade in it, which costs the same in every zone. The cart of the store is left alone.
 */
export function upgradeCart({ upgrade, choice, issues = null, amount }: UpgradeLine, messages: Messages): OrderedCart {
  const ref = upgradeRef(upgrade);
  const { deliverable } = choice;
  const line = (shipcode: Shipcode): CartLine => ({
    id: `subscription-upgrade/${ref}`,
    cart: { type: 'subscription-upgrade', ref, item: { medium: mediumOf(deliverable) }, qty: 1 },
    name: lineText(messages, 'upgrade'),
    detail: describeIssues(choice, messages, issues),
    slug: null,
    image: null,
    change_quantity: false,
    quantity: 1,
    price: amount,
    shipping: 0,
    discount: 0,
    shipcode,
    availability: { type: 'available', left: null },
  });
  const totals = addUp([{ goods: amount, shipping: 0, discount: 0 }]);
  return {
    version: 0,
    items: [],
    giftsubs: [],
    subscription: null,
    donation: null,
    billing: { a: [line('a')], b: [line('b')], c: [line('c')] },
    totals: { a: totals, b: totals, c: totals },
    address_required: mediumOf(deliverable) === 'print',
    can_checkout: true,
    upgrade,
  };
}

/** As `giftRef`: everything that two upgrades can differ in. */
function upgradeRef(upgrade: UpgradeChoice): string {
  if (upgrade.type === 'redeem') return `gift/${upgrade.deliverable}/${upgrade.gift}`;
  const { subscription, deliverable, level, from, from_level } = upgrade;
  return [subscription, deliverable, level, from, from_level].join('/');
}
