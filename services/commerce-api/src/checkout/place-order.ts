import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { uuidv7 } from '../db/uuidv7.ts';
import type { Deps } from '../deps.ts';
import { refuseLifetime } from '../subscription/refuse-lifetime.ts';
import { couponUsedUp } from '../coupon/coupon-used-up.ts';
import { Refusal } from '../refusal.ts';
import { checkRecipient } from '../gift/check-recipient.ts';
import { checkOrder } from './check-order.ts';
import { insertHolding } from './insert-holding.ts';
import type { Draft, OrderLine } from './insert-order.ts';
import { choiceOf, isMonthly, isUpgrade } from './line-choice.ts';
import { releaseOrder } from './release-order.ts';
import { isSameOrder, readStartedOrder, type Started, type StartedOrder } from './started-order.ts';

/** `again`: somebody else changed something in the same moment, so look once more. `paid`: an earlier order's intent turned out to be paid. */
export type Placed = { type: 'placed'; order: StartedOrder } | { type: 'paid'; intent: string } | { type: 'again' };

/**
 * Places the order for what a cart of the owner's holds now, at the price that the reader was shown. The same cart again is the same order; a
 * changed one replaces it. Refuses (422) fields, and (409) lines that cannot be had and a total that is no longer true.
 */
export async function placeOrder(deps: Deps, ownerId: string, cart: Cart, body: CheckoutBody): Promise<Placed> {
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
    now,
  };
  const kinds = { isMonthly: isMonthly(draft.lines), isUpgrade: isUpgrade(draft.lines) };
  const inserted = await insertHolding(deps, draft);
  if (inserted === 'placed') {
    return { type: 'placed', order: { ...draft, ...kinds, total: totals.total, attempt: 0, intentId: null } };
  }
  const started = await readStartedOrder(deps, ownerId);
  // Out of stock since the cart was read a moment ago: the next look says which line.
  if (!started && inserted === 'coupon-used-up') throw new Refusal(409, couponUsedUp(deps, draft.lines));
  if (!started) return { type: 'again' };
  return isSameOrder(started, draft)
    ? { type: 'placed', order: { ...(await correctPurchaser(deps, started, draft)), ...kinds } }
    : releaseOrder(deps, started);
}

type Placing = Draft & { saveCard: boolean; autorenew: boolean | null };

/** Section 4: a card may be saved, and a subscription of one's own that ends renews with it, if its reader says so; null where they were not asked. */
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

function frozen(line: CartLine, cart: Cart): OrderLine {
  const { name, detail, quantity, price, discount, shipping } = line;
  const { type, ref } = line.cart;
  return { type, ref, name, detail, quantity, price, discount, shipping, choice: choiceOf(line, cart) };
}
