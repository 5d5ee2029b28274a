import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { checkRecipient } from '../../ledger/orders/check-recipient.ts';
import { insertHolding } from '../../ledger/orders/insert-holding.ts';
import type { Draft } from '../../ledger/orders/insert-order.ts';
import type { OrderLine } from '../../ledger/orders/order-row.ts';
import { prolongHold } from '../../ledger/orders/prolong-hold.ts';
import { refuseHoarding } from '../../ledger/orders/refuse-hoarding.ts';
import { isSameOrder, readStartedOrder, type Started, type StartedOrder } from '../../ledger/orders/started-order.ts';
import { refuseLifetime } from '../../ledger/terms/refuse-lifetime.ts';
import { releaseOrder } from '../../payments/intents/release-order.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { choiceOf, isMonthly, isUpgrade, type OrderedCart } from '../../rules/pricing/line-choice.ts';
import { couponUsedUp } from '../cart/coupon-used-up.ts';
import { checkOrder } from './check-order.ts';

/**
 * `again`: somebody else changed something in the same moment, so look once more. `paid`: an earlier order's intent
 * turned out to be paid.
 */
export type Placed = { type: 'placed'; order: StartedOrder } | { type: 'paid'; intent: string } | { type: 'again' };

/** Who places an order, and from which network; null for what holds no goods. */
export type Placer = Pick<Draft, 'ownerId' | 'network'>;

/**
 * Places the order for what a cart of the owner's holds now, at the price that the reader was shown. The same cart
 * again is the same order; a changed one replaces it. Refuses (422) fields, and (409) lines that cannot be had, more
 * than one network may hold, and a total that is no longer true.
 */
export async function placeOrder(deps: Deps, { ownerId, network }: Placer, cart: OrderedCart, body: CheckoutBody): Promise<Placed> {
  const { address, shipcode } = checkOrder(deps, cart, body);
  const totals = cart.totals[shipcode];
  if (cart.subscription) await refuseLifetime(deps, ownerId);

  const now = deps.clock();
  const draft: Placing = {
    id: uuidv7(now.getTime()),
    publicationId: deps.config.publicationId,
    ownerId,
    cartVersion: cart.version,
    name: body.name,
    email: body.email,
    address,
    recipient: checkRecipient(deps, cart, body),
    shipcode,
    totals,
    currency: deps.publication.cached().settings.currency,
    lines: cart.billing[shipcode].map((line) => frozen(line, cart)),
    receiptToken: randomBytes(24).toString('base64url'),
    ...agreedTo(cart, body),
    network,
    now,
  };
  const kinds = { isMonthly: isMonthly(draft.lines), isUpgrade: isUpgrade(draft.lines) };
  const inserted = await insertHolding(deps, draft);
  if (inserted === 'placed') {
    return { type: 'placed', order: { ...draft, ...kinds, total: totals.total, attempt: 0, intentId: null } };
  }
  const started = await readStartedOrder(deps, ownerId);
  if (inserted === 'hoarded' && !(started && isSameOrder(started, draft))) {
    await refuseHoarding(deps, draft);
    return { type: 'again' };
  }
  // Out of stock since the cart was read a moment ago: the next look says which line.
  if (!started && inserted === 'coupon-used-up') throw new Refusal(409, couponUsedUp(draft.lines));
  if (!started) return { type: 'again' };
  if (!isSameOrder(started, draft)) return releaseOrder(deps, started);
  await prolongHold(deps, started.intentId);
  return { type: 'placed', order: { ...(await correctPurchaser(deps, started, draft)), ...kinds } };
}

type Placing = Draft & { saveCard: boolean; autorenew: boolean | null };

/**
 * Section 4: a card may be saved, and a subscription of one's own that ends renews with it, if its reader says so; null
 * where they were not asked.
 */
function agreedTo({ subscription }: Cart, body: CheckoutBody): Pick<Placing, 'saveCard' | 'autorenew'> {
  const ends = subscription !== null && subscription.term !== 'lifetime';
  const autorenew = (ends ? body.autorenew : null) ?? null;
  return { saveCard: body.save_card || autorenew === true, autorenew };
}

/** The same order for a reader who corrected the form meanwhile. */
async function correctPurchaser({ db }: Deps, order: Started, draft: Placing): Promise<Started> {
  const { name, email, address, recipient, shipcode, saveCard, autorenew, now } = draft;
  const isSame = (['name', 'email', 'shipcode', 'saveCard', 'autorenew'] as const).every((part) => order[part] === draft[part]);
  if (isSame && isDeepStrictEqual(order.address, address) && isDeepStrictEqual(order.recipient, recipient)) return order;
  const corrected = address && JSON.stringify(address);
  const giftee = recipient && JSON.stringify(recipient);
  await db.$executeRaw`
    update "order" set name = ${name}, email = ${email}, address = ${corrected}::jsonb, recipient = ${giftee}::jsonb, shipcode = ${shipcode},
      save_card = ${saveCard}, autorenew = ${autorenew}, updated = ${now}
    where id = ${order.id}::uuid and state = 'started'`;
  return { ...order, saveCard, autorenew };
}

function frozen(line: CartLine, cart: OrderedCart): OrderLine {
  const { name, detail, quantity, price, discount, shipping } = line;
  const { type, ref } = line.cart;
  return { type, ref, name, detail, quantity, price, discount, shipping, choice: choiceOf(line, cart) };
}
