import type { CheckoutStatus } from '@newsstand/contracts/checkout';
import { Stripe } from 'stripe';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isPaidState } from '../../ledger/orders/order-states.ts';
import { SETTLED_ORDER, settleKnown, type SettledOrder } from '../../payments/settle/settle.ts';
import { liveSession } from '../../platform/sessions/session.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import { words } from '../../publication/texts/words.ts';

/**
 * How far an order is (section 4, fulfilment poll), for the session that placed it, or for who has the token of its
 * invoice; it settles what was paid. Asking holds nothing back any longer: who only asks is not at paying. `reset`
 * forgets the stored last failure. While the provider cannot be asked, the order is in progress as far as we know.
 * `seen` is the session's last visit, null without a session.
 */
export async function readStatus(deps: Deps, intentId: string, asked: Asked): Promise<{ status: CheckoutStatus; seen: Date | null }> {
  const order = await find(deps, intentId, asked);
  return { status: await settledStatus(deps, order, intentId, asked), seen: order.seen };
}

/** `hash` is that of the browser's session. */
type Asked = { hash: string | null; reset: boolean; invoice: string | undefined };
type Order = SettledOrder & { receiptToken: string; invoice: string | null; seen: Date | null };

async function settledStatus(deps: Deps, order: Order, intentId: string, asked: Asked): Promise<CheckoutStatus> {
  if (isPaidState(order.state)) return statusOf(deps, order);
  try {
    await settleKnown(deps, order, intentId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    deps.log.warn({ err: error }, 'the payment provider could not be asked');
  }
  const current = await find(deps, intentId, asked);
  if (!asked.reset || current.failure === null) return statusOf(deps, current);
  await deps.db.$executeRaw`update "order" set failure = null where intent_id = ${intentId}`;
  return statusOf(deps, { ...current, failure: null });
}

/** The order that a browser placed before it logged in is still its own. */
async function find({ db, clock, config }: Deps, intentId: string, { hash, invoice }: Asked): Promise<Order> {
  const whose = invoice === undefined ? Prisma.sql`o.owner_id in (visitor.owner_id, visitor.guest_id)` : Prisma.sql`i.token = ${invoice}`;
  const [order] = await db.$queryRaw<Order[]>`
    select ${SETTLED_ORDER}, o.receipt_token as "receiptToken", i.token as invoice, visitor.seen
    from "order" o left join invoice i on i.order_id = o.id left join (${liveSession(hash ?? '', clock())}) visitor on true
    where o.intent_id = ${intentId} and o.publication_id = ${config.publicationId} and ${whose}`;
  if (!order) throw new Refusal(404, apiText('not_found'));
  return order;
}

function statusOf({ publication }: Deps, { state, invoice, receiptToken, failure }: Order): CheckoutStatus {
  switch (state) {
    case 'paid':
    case 'fulfilled':
      return { status: 'completed', receipt: receiptToken };
    case 'processing':
      // By a token: a number can be guessed.
      return { status: 'processing', invoice: invoice ?? receiptToken };
    case 'started':
      return { status: 'in-progress', ...(failure !== null && { failure }) };
    case 'cancelled':
      return { status: 'in-progress', failure: words(checkoutText('order_cancelled'), publication.cached()) };
  }
}
