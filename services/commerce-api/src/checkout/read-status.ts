import type { CheckoutStatus } from '@newsstand/contracts/checkout';
import { Stripe } from 'stripe';
import type { Deps } from '../deps.ts';
import { settle } from '../payment/settle.ts';
import { Refusal } from '../refusal.ts';
import { checkoutMessages } from './messages.ts';

/**
 * How far an order is (section 4, fulfilment poll), for the session that placed it, or for who has the token of its invoice; it settles what was
 * paid. `reset` forgets the stored last failure. While the provider cannot be asked, the order is in progress as far as we know.
 */
export async function readStatus(
  deps: Deps,
  owners: string[],
  intentId: string,
  { reset, invoice }: { reset: boolean; invoice: string | undefined },
): Promise<CheckoutStatus> {
  const order = await find(deps, owners, intentId, invoice);
  if (order.state === 'paid' || order.state === 'fulfilled') return statusOf(deps, order);
  try {
    await settle(deps, intentId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    deps.log.warn({ err: error }, 'the payment provider could not be asked');
  }
  const current = await find(deps, owners, intentId, invoice);
  if (!reset || current.failure === null) return statusOf(deps, current);
  await deps.db.$executeRaw`update "order" set failure = null, updated = ${deps.clock()} where intent_id = ${intentId}`;
  return statusOf(deps, { ...current, failure: null });
}

type Order = Awaited<ReturnType<typeof find>>;

async function find({ db, config }: Deps, owners: string[], intentId: string, invoice: string | undefined) {
  const who = invoice === undefined ? { ownerId: { in: owners } } : { invoice: { token: invoice } };
  const where = { publicationId: config.publicationId, intentId, ...who };
  const select = { state: true, receiptToken: true, failure: true, invoice: { select: { token: true } } };
  const order =
    owners.length === 0 && invoice === undefined ? null : await db.order.findFirst({ where, select, relationLoadStrategy: 'join' });
  if (!order) throw new Refusal(404, 'Not found.');
  return order;
}

function statusOf({ publication }: Deps, { state, invoice, receiptToken, failure }: Order): CheckoutStatus {
  switch (state) {
    case 'paid':
    case 'fulfilled':
      return { status: 'completed', receipt: receiptToken };
    case 'processing':
      // By a token: a number can be guessed.
      return { status: 'processing', invoice: invoice?.token ?? receiptToken };
    case 'started':
      return { status: 'in-progress', ...(failure !== null && { failure }) };
    case 'cancelled':
      return { status: 'in-progress', failure: checkoutMessages(publication.cached().messages)('order_cancelled') };
  }
}
