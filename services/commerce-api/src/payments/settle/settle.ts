import type { Stripe } from 'stripe';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { OrderState } from '../../../generated/prisma/enums.ts';
import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import { reopenRenewal } from '../../ledger/planned-charges/reopen-charge.ts';
import { planRenewals } from '../../ledger/planned-charges/follow-autorenew.ts';
import { isPaidState } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import type { Deps } from '../../publication/deps.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { cardOf, payerOf } from '../provider/card-of.ts';
import { detachReplaced } from '../provider/detach-unused.ts';
import { claimOrder, type Claim, type Claimed } from './claim-order.ts';
import { refundIntent } from '../provider/refund-intent.ts';
import { clearIntent } from './clear-intent.ts';
import { keepPaidCard } from './keep-paid-card.ts';
import { postFailedDebit } from './post-failed-debit.ts';
import { cancelAtOnce } from './cancel-abandoned.ts';
import { settleCharge } from './settle-charge.ts';
import { writeEffect, nothingToDo } from '../provider/webhook-inbox.ts';

type SettleDeps = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log' | 'metrics' | 'publication' | 'reached'>;
/** What settling needs to know of an order. */
export type SettledOrder = {
  id: string;
  publicationId: string;
  ownerId: string;
  state: OrderState;
  total: number;
  currency: string;
  intentId: string | null;
  failure: string | null;
};

/** SQL of its columns, of the order `o`. */
export const SETTLED_ORDER = Prisma.sql`
  o.id, o.publication_id as "publicationId", o.owner_id as "ownerId", o.state, o.total, o.currency, o.intent_id as "intentId", o.failure`;

/**
 * The only code that makes an order paid. Webhook, poll, check-out and reconcile call it, as often as they like and in
 * any order: it reads the intent as it is now and claims what is still news, in one transaction. `event` is the
 * webhook's event, marked processed with its effect.
 */
export async function settle(deps: SettleDeps, intentId: string, event: string | null = null): Promise<void> {
  return settleKnown(deps, await findOrder(deps, { intentId }), intentId, event);
}

/** The same for who has read the intent's order a moment ago; null where there is none. */
export async function settleKnown(
  deps: SettleDeps,
  known: SettledOrder | null,
  intentId: string,
  event: string | null = null,
): Promise<void> {
  // Nothing can become of an order that is paid.
  if (known && isPaidState(known.state)) return nothingToDo(deps, event);

  const intent = await deps.stripe.paymentIntents.retrieve(intentId, { expand: ['payment_method', 'latest_charge'] });
  deps.reached('intent-read');
  if (intent.metadata.charge !== undefined) return settleCharge(deps, intent, event);
  // The process may have died between the provider's answer and our note of the intent's id: the intent says whose it
  // is.
  const order = known ?? (intent.metadata.order === undefined ? null : await findOrder(deps, { id: intent.metadata.order }));
  if (!order) {
    deps.log.warn({ event }, 'an intent of no order of ours');
    return nothingToDo(deps, event);
  }
  await apply(deps, order, intent, event);
}

/** The intent's state, and what it means for the order. */
async function apply(deps: SettleDeps, order: SettledOrder, intent: Stripe.PaymentIntent, event: string | null): Promise<void> {
  switch (intent.status) {
    case 'succeeded':
      checkPayment(order, intent, intent.amount_received);
      if (order.state === 'cancelled') return refund(deps, order, intent, event);
      return claim(deps, order, intent, 'paid', event);
    case 'processing':
      checkPayment(order, intent, intent.amount);
      return claim(deps, order, intent, 'processing', event);
    case 'canceled':
      return writeEffect(deps, event, async (tx) => {
        if (!isIntentOf(order, intent)) return;
        // An invoice waits for its payment however many of its intents are given up.
        const now = deps.clock();
        await postFailedDebit(tx, order.id, intent, now);
        if (!(await clearIntent(tx, { order: order.id, intent: intent.id, now }))) await cancelOrder(tx, order.id, now, intent.id);
      });
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    case 'requires_capture':
      if (await isInTheWay(deps, order)) return giveUp(deps, order, intent, event);
      return writeEffect(deps, event, async (tx) => {
        if (isIntentOf(order, intent)) await storeFailure(deps, tx, order, intent);
      });
    default:
      throw new Error(`an intent is in a state that we do not know: ${String(intent.status)}`);
  }
}

/** A total without a charge: nothing to ask the provider, the order is paid at once, in its own transaction. */
export async function settleGratis(deps: SettleDeps & Pick<Deps, 'config'>, order: { id: string; total: number }): Promise<void> {
  if (order.total !== 0) throw new Error('an order that costs something is not gratis');
  const claimed = await deps.db.$transaction(async (tx) => {
    const agreed = await claimOrder(tx, claimFor(deps, order.id, { intent: null, state: 'paid', card: null, payer: null }));
    if (agreed) await keepPaidCard(tx, agreed, { order: order.id, intent: null, now: deps.clock() });
    return agreed;
  });
  if (!claimed) return;
  if (claimed.memberships) await cancelAtOnce(deps, claimed.ownerId);
  deps.metrics.payments.inc({ outcome: 'gratis' });
}

async function claim(
  deps: SettleDeps,
  order: SettledOrder,
  intent: Stripe.PaymentIntent,
  state: Claim['state'],
  event: string | null,
): Promise<void> {
  const claimed = await writeEffect(deps, event, async (tx) => {
    const paid = claimFor(deps, order.id, { intent: intent.id, state, card: cardOf(intent), payer: payerOf(intent) });
    const agreed = await claimOrder(tx, paid);
    const replaced = agreed && state === 'paid' ? await keepAgreed(tx, deps, order, intent, agreed) : null;
    deps.reached('order-claimed');
    return agreed && { brought: agreed.memberships && state === 'paid', replaced };
  });
  deps.reached('order-settled');
  if (!claimed) return;
  if (claimed.replaced) await detachReplaced(deps, claimed.replaced);
  // Who has renewed themselves is not to confirm the renewal by itself in another tab.
  if (claimed.brought) await cancelAtOnce({ ...deps, config: order }, order.ownerId);
  deps.metrics.payments.inc({ outcome: state });
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  if (state === 'paid' && charge) deps.metrics.settleLag.observe(Math.max(0, deps.clock().getTime() / 1000 - charge.created));
}

/**
 * What an order's purchaser agreed to, once it is paid. Answers the card that another took the place of, as
 * `keepPaidCard`.
 */
async function keepAgreed(
  tx: Prisma.TransactionClient,
  deps: SettleDeps,
  order: SettledOrder,
  intent: Stripe.PaymentIntent,
  agreed: Claimed,
): Promise<Awaited<ReturnType<typeof keepPaidCard>>> {
  const replaced = await keepPaidCard(tx, agreed, { order: order.id, intent, now: deps.clock() });
  // What it brought may have come out already, to the last issue.
  if (agreed.memberships) await planRenewals(tx, { ...deps, config: order }, [order.ownerId]);
  // What the card before could not pay comes up again with this one.
  if (replaced) await reopenRenewal(tx, { config: order, clock: deps.clock }, order.ownerId);
  return replaced;
}

function claimFor(deps: SettleDeps, order: string, paid: Pick<Claim, 'intent' | 'state' | 'card' | 'payer'>): Claim {
  const now = deps.clock();
  const { settings, messages } = deps.publication.cached();
  return { order, ...paid, prefix: settings.receipt_prefix, messages, outbox: uuidv7(now.getTime()), now };
}

/**
 * What was paid must be what was asked for; anything else is a mistake of ours that a person has to look at, and no
 * order is paid by it.
 */
function checkPayment(order: SettledOrder, intent: Stripe.PaymentIntent, amount: number): void {
  if (amount !== order.total || intent.currency !== order.currency || intent.metadata.order !== order.id) {
    throw new Error(`order ${order.id} asks for ${order.total} ${order.currency}, its intent has ${amount} ${intent.currency}`);
  }
  if (order.intentId !== null && order.intentId !== intent.id)
    throw new Error(`order ${order.id} has another intent than the one that was paid`);
}

/**
 * An intent is canceled before its order is, so this should never be needed. If it is, nobody keeps money for goods
 * that went back on the shelf.
 */
async function refund(deps: SettleDeps, order: SettledOrder, intent: Stripe.PaymentIntent, event: string | null): Promise<void> {
  await refundIntent(deps, intent.id);
  deps.metrics.payments.inc({ outcome: 'refunded' });
  deps.log.error({ order: order.id }, 'a cancelled order was paid; the payment was refunded');
  await nothingToDo(deps, event);
}

/**
 * A bank debit failed after all, and the reader has another order to pay by now: one of an owner's orders can wait for
 * its payment, the newer one.
 */
async function isInTheWay({ db }: SettleDeps, { id, state, publicationId, ownerId }: SettledOrder): Promise<boolean> {
  return state === 'processing' && (await db.order.count({ where: { publicationId, ownerId, state: 'started', id: { not: id } } })) > 0;
}

async function giveUp(deps: SettleDeps, order: SettledOrder, intent: Stripe.PaymentIntent, event: string | null): Promise<void> {
  // Should it stand after all, the next event says so.
  if ((await cancelIntent(deps, intent.id)) === 'stands') return;
  await writeEffect(deps, event, async (tx) => {
    await postFailedDebit(tx, order.id, intent, deps.clock());
    await cancelOrder(tx, order.id, deps.clock(), intent.id);
  });
  deps.metrics.payments.inc({ outcome: 'failed' });
}

/**
 * A bank debit that failed after all lets the reader pay again. The same failure told twice, even at one moment, is
 * one: it makes no order younger.
 */
async function storeFailure(deps: SettleDeps, tx: Sql, order: SettledOrder, intent: Stripe.PaymentIntent): Promise<void> {
  const message = intent.last_payment_error?.message ?? null;
  if (message === null || (message === order.failure && order.state === 'started')) return;
  await postFailedDebit(tx, order.id, intent, deps.clock());
  const stored = await tx.$queryRaw<unknown[]>`
    update "order" set failure = ${message}, state = 'started', updated = ${deps.clock()}
    where id = ${order.id}::uuid and (state = 'processing' or (state = 'started' and failure is distinct from ${message})) returning id`;
  if (stored.length > 0) deps.metrics.payments.inc({ outcome: 'failed' });
}

/** An order's other intents, made and never shown, say nothing about it. */
function isIntentOf(order: SettledOrder, intent: Stripe.PaymentIntent): boolean {
  return order.intentId === intent.id;
}

async function findOrder({ db }: SettleDeps, where: { intentId: string } | { id: string }): Promise<SettledOrder | null> {
  const which = 'id' in where ? Prisma.sql`o.id = ${where.id}::uuid` : Prisma.sql`o.intent_id = ${where.intentId}`;
  const [order] = await db.$queryRaw<SettledOrder[]>`select ${SETTLED_ORDER} from "order" o where ${which}`;
  return order ?? null;
}
