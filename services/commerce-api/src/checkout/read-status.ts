import type { CheckoutStatus } from '@newsstand/contracts/checkout';
import { Stripe } from 'stripe';
import type { Deps } from '../deps.ts';
import { settle } from '../payment/settle.ts';
import { Refusal } from '../refusal.ts';
import { checkoutMessages } from './messages.ts';

/**
 * How far an order is (section 4, fulfilment poll), for the session that placed it; it settles what was paid. `reset` forgets the stored last
 * failure. While the provider cannot be asked, the order is in progress as far as we know.
 */
export async function readStatus(deps: Deps, owners: string[], intentId: string, reset: boolean): Promise<CheckoutStatus> {
  const order = await find(deps, owners, intentId);
  if (order.state === 'paid' || order.state === 'fulfilled') return statusOf(deps, order);
  try {
    await settle(deps, intentId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    deps.log.warn({ err: error }, 'the payment provider could not be asked');
  }
  const current = await find(deps, owners, intentId);
  if (!reset || current.failure === null) return statusOf(deps, current);
  await deps.db.$executeRaw`update "order" set failure = null, updated = ${deps.clock()} where intent_id = ${intentId}`;
  return statusOf(deps, { ...current, failure: null });
}

type Order = Awaited<ReturnType<typeof find>>;

async function find({ db, config }: Deps, owners: string[], intentId: string) {
  const where = { publicationId: config.publicationId, ownerId: { in: owners }, intentId };
  const select = { state: true, number: true, receiptToken: true, failure: true };
  const order = owners.length === 0 ? null : await db.order.findFirst({ where, select });
  if (!order) throw new Refusal(404, 'Not found.');
  return order;
}

function statusOf({ publication }: Deps, { state, number, receiptToken, failure }: Order): CheckoutStatus {
  switch (state) {
    case 'paid':
    case 'fulfilled':
      return { status: 'completed', receipt: receiptToken };
    case 'processing':
      return { status: 'processing', invoice: number ?? '' };
    case 'started':
      return { status: 'in-progress', ...(failure !== null && { failure }) };
    case 'cancelled':
      return { status: 'in-progress', failure: checkoutMessages(publication.cached().messages)('order_cancelled') };
  }
}
