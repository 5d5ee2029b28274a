import type { Stripe } from 'stripe';
import { bringUpRenewal } from '../calendar/bring-up.ts';
import { cancelAtOnce } from '../calendar/cancel-abandoned.ts';
import { planRenewals } from '../calendar/follow-autorenew.ts';
import { settleCharge } from '../calendar/settle-charge.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { letGo } from '../card/detach-unused.ts';
import { cancelOrder } from '../checkout/cancel-order.ts';
import type { Sql } from '../checkout/sql.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import type { Deps } from '../deps.ts';
import { takeOffIntent } from '../invoice/take-off-intent.ts';
import { cancelIntent } from './cancel-intent.ts';
import { cardOf, payerOf } from './card-of.ts';
import { claimOrder, type Claim } from './claim-order.ts';
import { keepPaidCard } from './keep-paid-card.ts';
import { postFailedDebit } from './post-failed-debit.ts';
import { markProcessed } from './webhook-inbox.ts';

type SettleDeps = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log' | 'metrics' | 'publication' | 'reached'>;
type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/**
 * The only code that makes an order paid. Webhook, poll, check-out and reconcile call it, as often as they like and in any order: it reads the
 * intent as it is now and claims what is still news, in one transaction. `event` is the webhook's event, marked processed with its effect.
 */
export async function settle(deps: SettleDeps, intentId: string, event: string | null = null): Promise<void> {
  const known = await findOrder(deps, { intentId });
  // Nothing can become of an order that is paid.
  if (known?.state === 'paid' || known?.state === 'fulfilled') return nothingToDo(deps, event);

  const intent = await deps.stripe.paymentIntents.retrieve(intentId, { expand: ['payment_method', 'latest_charge'] });
  deps.reached('intent-read');
  if (intent.metadata.charge !== undefined) return settleCharge(deps, intent, event);
  // The process may have died between the provider's answer and our note of the intent's id: the intent says whose it is.
  const order = known ?? (intent.metadata.order === undefined ? null : await findOrder(deps, { id: intent.metadata.order }));
  if (!order) {
    deps.log.warn({ event }, 'an intent of no order of ours');
    return nothingToDo(deps, event);
  }
  await apply(deps, order, intent, event);
}

/** The intent's state, and what it means for the order. */
async function apply(deps: SettleDeps, order: Order, intent: Stripe.PaymentIntent, event: string | null): Promise<void> {
  switch (intent.status) {
    case 'succeeded':
      checkPayment(order, intent, intent.amount_received);
      if (order.state === 'cancelled') return refund(deps, order, intent, event);
      return claim(deps, order, intent, 'paid', event);
    case 'processing':
      checkPayment(order, intent, intent.amount);
      return claim(deps, order, intent, 'processing', event);
    case 'canceled':
      return effect(deps, event, async (tx) => {
        if (!isIntentOf(order, intent)) return;
        // An invoice waits for its payment however many of its intents are given up.
        const now = deps.clock();
        await postFailedDebit(tx, order.id, intent, now);
        if (!(await takeOffIntent(tx, { order: order.id, intent: intent.id, now }))) await cancelOrder(tx, order.id, now);
      });
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    case 'requires_capture':
      if (await isInTheWay(deps, order)) return giveUp(deps, order, intent, event);
      return effect(deps, event, async (tx) => {
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
  order: Order,
  intent: Stripe.PaymentIntent,
  state: Claim['state'],
  event: string | null,
): Promise<void> {
  let claimed = false;
  let brought = false;
  let replaced: Awaited<ReturnType<typeof keepPaidCard>> = null;
  await effect(deps, event, async (tx) => {
    const agreed = await claimOrder(
      tx,
      claimFor(deps, order.id, { intent: intent.id, state, card: cardOf(intent), payer: payerOf(intent) }),
    );
    claimed = agreed !== null;
    brought = agreed?.memberships === true && state === 'paid';
    if (agreed && state === 'paid') {
      replaced = await keepPaidCard(tx, agreed, { order: order.id, intent, now: deps.clock() });
      // What it brought may have come out already, to the last issue.
      if (agreed.memberships) await planRenewals(tx, { ...deps, config: order }, [order.ownerId]);
    }
    // What the card before could not pay comes up again with this one.
    if (replaced) await bringUpRenewal(tx, { config: order, clock: deps.clock }, order.ownerId);
    deps.reached('order-claimed');
  });
  deps.reached('order-settled');
  if (!claimed) return;
  if (replaced) await letGo(deps, replaced);
  // Who has renewed themselves is not to confirm the renewal by itself in another tab.
  if (brought) await cancelAtOnce({ ...deps, config: order }, order.ownerId);
  deps.metrics.payments.inc({ outcome: state });
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  if (state === 'paid' && charge) deps.metrics.settleLag.observe(Math.max(0, deps.clock().getTime() / 1000 - charge.created));
}

function claimFor(deps: SettleDeps, order: string, paid: Pick<Claim, 'intent' | 'state' | 'card' | 'payer'>): Claim {
  const now = deps.clock();
  const { settings, messages } = deps.publication.cached();
  return { order, ...paid, prefix: settings.receipt_prefix, messages, outbox: uuidv7(now.getTime()), now };
}

/** What was paid must be what was asked for; anything else is a mistake of ours that a person has to look at, and no order is paid by it. */
function checkPayment(order: Order, intent: Stripe.PaymentIntent, amount: number): void {
  if (amount !== order.total || intent.currency !== order.currency || intent.metadata.order !== order.id) {
    throw new Error(`order ${order.id} asks for ${order.total} ${order.currency}, its intent has ${amount} ${intent.currency}`);
  }
  if (order.intentId !== null && order.intentId !== intent.id)
    throw new Error(`order ${order.id} has another intent than the one that was paid`);
}

/** An intent is canceled before its order is, so this should never be needed. If it is, nobody keeps money for goods that went back on the shelf. */
async function refund(deps: SettleDeps, order: Order, intent: Stripe.PaymentIntent, event: string | null): Promise<void> {
  await deps.stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: `refund:${intent.id}` });
  deps.metrics.payments.inc({ outcome: 'refunded' });
  deps.log.error({ order: order.id }, 'a cancelled order was paid; the payment was refunded');
  await nothingToDo(deps, event);
}

/** A bank debit failed after all, and the reader has another order to pay by now: one of an owner's orders can wait for its payment, the newer one. */
async function isInTheWay({ db }: SettleDeps, { id, state, publicationId, ownerId }: Order): Promise<boolean> {
  return state === 'processing' && (await db.order.count({ where: { publicationId, ownerId, state: 'started', id: { not: id } } })) > 0;
}

async function giveUp(deps: SettleDeps, order: Order, intent: Stripe.PaymentIntent, event: string | null): Promise<void> {
  // Should it stand after all, the next event says so.
  if ((await cancelIntent(deps, intent.id)) === 'stands') return;
  await effect(deps, event, async (tx) => {
    await postFailedDebit(tx, order.id, intent, deps.clock());
    await cancelOrder(tx, order.id, deps.clock());
  });
  deps.metrics.payments.inc({ outcome: 'failed' });
}

/** A bank debit that failed after all lets the reader pay again. The same failure told twice, even at one moment, is one: it makes no order younger. */
async function storeFailure(deps: SettleDeps, tx: Sql, order: Order, intent: Stripe.PaymentIntent): Promise<void> {
  const message = intent.last_payment_error?.message ?? null;
  if (message === null || (message === order.failure && order.state === 'started')) return;
  await postFailedDebit(tx, order.id, intent, deps.clock());
  const stored = await tx.$queryRaw<unknown[]>`
    update "order" set failure = ${message}, state = 'started', updated = ${deps.clock()}
    where id = ${order.id}::uuid and (state = 'processing' or (state = 'started' and failure is distinct from ${message})) returning id`;
  if (stored.length > 0) deps.metrics.payments.inc({ outcome: 'failed' });
}

/** An order's other intents, made and never shown, say nothing about it. */
function isIntentOf(order: Order, intent: Stripe.PaymentIntent): boolean {
  return order.intentId === intent.id;
}

async function nothingToDo({ db, clock }: SettleDeps, event: string | null): Promise<void> {
  if (event !== null) await markProcessed(db, event, clock());
}

/** What a settling writes, with the mark that its event was processed: both or neither. */
async function effect(deps: SettleDeps, event: string | null, write: (tx: Prisma.TransactionClient) => Promise<void>): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    await write(tx);
    if (event !== null) await markProcessed(tx, event, deps.clock());
  });
}

function findOrder({ db }: SettleDeps, where: { intentId: string } | { id: string }) {
  return db.order.findUnique({
    where,
    select: { id: true, publicationId: true, ownerId: true, state: true, total: true, currency: true, intentId: true, failure: true },
  });
}
