import { Stripe } from 'stripe';
import { idOf } from '../provider/card-of.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';
import { postEnded, type MoneyBackDeps } from './money-back.ts';
import { noteRefunds } from './note-refunds.ts';
import { recordDispute } from './record-dispute.ts';
import { readRefunds } from './record-refund.ts';

/** The provider forgets a key after a day: then it is asked first whether it knows of the refund. */
const KEY_HOLDS = 23 * HOUR;
/** Whoever began it may still be at it. */
const LEFT_ALONE = MINUTE;
/** How long the provider's own word is waited for, of one that is on its way. */
const ASKED_AGAIN = HOUR;
/** How many at a time. */
const ROUND = 100;

type Asked = { id: string; amount: number; asked: Date | null; orderId: string; number: string | null; intentId: string | null };

/**
 * Asks the provider for a refund of the desk's that waits for it, as often as it is called, and notes what comes of it:
 * one refund, one row, one letter. Refused for good (disputed, refunded already, too old) it is 'refused', and nothing
 * was paid; a provider that cannot be reached is asked again by the next round (`runRefunds`).
 */
export async function askRefund(deps: MoneyBackDeps, id: string): Promise<void> {
  const refund = await findAsked(deps, id);
  if (!refund) return;
  try {
    const answer = await create(deps, refund);
    deps.reached('refund-answered');
    await noteRefunds(deps, { id: refund.orderId, number: refund.number }, [answer], { event: null, charge: null });
    deps.reached('refund-noted');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // 'Already refunded' may be by this very refund, whose answer was lost.
    if (!(await noteAll(deps, refund))) await refuse(deps, refund, error);
  }
}

/**
 * The refunds whose answer nobody waits for any more, and those that are on their way and of which no word came; one
 * that the provider hangs at does not hold up the others.
 */
export async function runRefunds(deps: MoneyBackDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - LEFT_ALONE);
  const waiting = await deps.db.refund.findMany({
    where: { publicationId: deps.config.publicationId, state: 'asked', asked: { lt: before } },
    orderBy: { asked: 'asc' },
    take: ROUND,
    select: { id: true },
  });
  for (const { id } of waiting) {
    try {
      await askRefund(deps, id);
    } catch (error) {
      deps.log.error({ refund: id, err: error }, 'a refund could not be asked for; the next round does');
    }
  }
  await askPending(deps);
}

/**
 * What is on its way to a bank arrives or comes back days later, and the provider's word of that may be lost: it is
 * asked itself, about each once an hour.
 */
async function askPending(deps: MoneyBackDeps): Promise<void> {
  const now = deps.clock();
  const before = new Date(now.getTime() - ASKED_AGAIN);
  const pending = await deps.db.moneyBack.findMany({
    where: {
      state: 'pending',
      order: { publicationId: deps.config.publicationId },
      OR: [{ asked: null, created: { lt: before } }, { asked: { lt: before } }],
    },
    orderBy: { asked: { sort: 'asc', nulls: 'first' } },
    take: ROUND,
    select: { id: true, order: { select: { id: true, number: true } } },
  });
  for (const { id, order } of pending) {
    // Noted first: one that the provider cannot answer does not stand before the others in each round.
    await deps.db.moneyBack.updateMany({ where: { id }, data: { asked: now } });
    try {
      await noteRefunds(deps, order, [await deps.stripe.refunds.retrieve(id)], { event: null, charge: null });
    } catch (error) {
      deps.log.error({ refund: id, err: error }, 'what became of a refund could not be asked; a round of the next hour does');
    }
  }
}

async function findAsked({ db, config }: MoneyBackDeps, id: string): Promise<Asked | null> {
  const row = await db.refund.findFirst({
    where: { id, publicationId: config.publicationId, state: 'asked' },
    select: { id: true, amount: true, asked: true, order: { select: { id: true, number: true, intentId: true } } },
  });
  return row && { id, amount: row.amount, asked: row.asked, orderId: row.order.id, number: row.order.number, intentId: row.order.intentId };
}

async function create(deps: MoneyBackDeps, { id, amount, asked, intentId }: Asked): Promise<Stripe.Refund> {
  if (intentId === null) throw new Error(`refund ${id} is of an order that no card has paid`);
  const isForgotten = asked !== null && deps.clock().getTime() - asked.getTime() > KEY_HOLDS;
  const known = isForgotten ? await findByMetadata(deps, intentId, id) : null;
  if (known) return known;
  deps.reached('refund-asked');
  return deps.stripe.refunds.create({ payment_intent: intentId, amount, metadata: { refund: id } }, { idempotencyKey: `refund:${id}` });
}

/**
 * What else went back of its payment, in the provider's dashboard or by a bank, of which no word may have come: it
 * counts before somebody pays the same money otherwise. Answers whether the refund itself is there.
 */
async function noteAll(deps: MoneyBackDeps, { id, orderId, number, intentId }: Asked): Promise<boolean> {
  if (intentId === null) return false;
  const refunds = await readRefunds(deps, { payment_intent: intentId });
  const charge = refunds.find((refund) => refund.charge !== null)?.charge ?? null;
  if (refunds.length > 0) await noteRefunds(deps, { id: orderId, number }, refunds, { event: null, charge: charge && idOf(charge) });
  for await (const dispute of deps.stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
    await recordDispute(deps, dispute.id, null);
  return refunds.some(({ metadata }) => metadata?.refund === id);
}

async function findByMetadata({ stripe }: MoneyBackDeps, intent: string, id: string): Promise<Stripe.Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) if (refund.metadata?.refund === id) return refund;
  return null;
}

/** What asking again would not change. */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409 && error.statusCode !== 429;
}

async function refuse(deps: MoneyBackDeps, { id, number }: Asked, { message, code }: Stripe.errors.StripeError): Promise<void> {
  const { db, clock, log } = deps;
  await db.$transaction(async (tx) => {
    const refused = { state: 'refused', failure: message, updated: clock() };
    const { count } = await tx.refund.updateMany({ where: { id, state: 'asked' }, data: refused });
    // What ended has ended all the same.
    if (count > 0) await postEnded(tx, deps, id);
  });
  log.error({ order: number, refund: id, code }, 'the provider refused a refund: nothing was paid, and somebody has to see to it');
}
