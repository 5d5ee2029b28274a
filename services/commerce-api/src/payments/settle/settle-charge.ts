import type { Stripe } from 'stripe';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { advanceCharge } from '../../ledger/planned-charges/advance-charge.ts';
import { readMetadata, type ChargeKey, type StoredAttempt } from '../../ledger/planned-charges/charge.ts';
import { planRenewals } from '../../ledger/planned-charges/follow-autorenew.ts';
import { lockCharge } from '../../ledger/planned-charges/lock-charge.ts';
import { readCharge, type Charge } from '../../ledger/planned-charges/read-charge.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { decide } from '../../rules/charges/dunning-rules.ts';
import { UNDER_WAY, type AttemptOutcome } from '../../rules/charges/retry-rules.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { cardOf } from '../provider/card-of.ts';
import { refundIntent } from '../provider/refund-intent.ts';
import { writeEffect } from '../provider/webhook-inbox.ts';
import { claimCharge } from './claim-charge.ts';

export type SettleDeps = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log' | 'metrics' | 'publication' | 'reached'>;

/**
 * What an intent that was read with its payment method makes of its attempt. `unpaid` has a refusal, or waits for the
 * reader.
 */
type News =
  | { type: 'paid' }
  | { type: 'processing' }
  | { type: 'canceled' }
  | { type: 'unpaid'; error: Stripe.PaymentIntent.LastPaymentError | null };

/** What became of it, for whoever must do something about it at the provider's. */
type Effect = 'paid' | 'processing' | 'refused' | 'abandoned' | 'too-much' | 'known';

/**
 * The sibling of `settle` for what is charged without the reader: the only code that makes a charge paid. The run, the
 * webhook, the reader's own authentication and the look for lost answers all come here, as often as they like and in
 * any order: it claims what is still news, in one transaction, and writes what comes next. `event` is the webhook's
 * event, marked processed with its effect.
 */
export async function settleCharge(deps: SettleDeps, intent: Stripe.PaymentIntent, event: string | null = null): Promise<void> {
  const named = readMetadata(intent.metadata);
  if (!named) throw new Error(`intent ${intent.id} names no charge of ours`);
  const { key, attempt } = named;
  const news = newsOf(intent);
  const effect = await writeEffect(deps, event, (tx) => write(tx, deps, key, attempt, intent, news));
  deps.reached('charge-settled');
  await followUp(deps, intent, effect);
}

/**
 * Cancels what nobody is to authenticate any more, and settles what became of it: it may have been paid in that moment.
 * `options` as of `cancelIntent`.
 */
export async function abandonIntent(deps: SettleDeps, intent: string, options?: Parameters<typeof cancelIntent>[2]): Promise<void> {
  await cancelIntent(deps, intent, options);
  await settleCharge(deps, await deps.stripe.paymentIntents.retrieve(intent, { expand: ['payment_method', 'latest_charge'] }, options));
}

/** A refusal without an intent: the provider would not even try this card. The reader must name another. */
export async function refuseAttempt(deps: SettleDeps, key: ChargeKey, attempt: number): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const charge = await lockCharge(tx, key);
    const tried = charge?.attempts.find((each) => each.attempt === attempt);
    if (!charge || tried?.outcome !== 'started') return;
    const now = deps.clock();
    await advanceCharge(tx, deps, await refuse(tx, deps, charge, tried, { outcome: 'stop', intent: null, advice: null }, now), now);
  });
}

async function write(
  tx: Prisma.TransactionClient,
  deps: SettleDeps,
  key: ChargeKey,
  number: number,
  intent: Stripe.PaymentIntent,
  news: News,
): Promise<Effect> {
  const charge = (await lockCharge(tx, key)) ?? (await lockMoved(tx, key, intent));
  const attempt = charge?.attempts.find((each) => each.attempt === number);
  if (!charge || !attempt) throw new Error(`intent ${intent.id} is for an attempt that we never began`);
  const now = deps.clock();
  switch (news.type) {
    case 'paid': {
      if (attempt.outcome === 'paid') return 'known';
      checkAmount(charge, intent, intent.amount_received);
      if (charge.attempts.some(({ outcome }) => outcome === 'paid')) return 'too-much';
      await claimCharge(tx, deps, charge, { attempt: number, intent: intent.id, card: cardOf(intent), now });
      deps.reached('charge-claimed');
      return 'paid';
    }
    case 'processing': {
      checkAmount(charge, intent, intent.amount);
      if (attempt.outcome === 'processing' || attempt.outcome === 'paid') return 'known';
      await advanceCharge(tx, deps, await record(tx, charge, attempt, { outcome: 'processing', intent: intent.id, advice: null }), now);
      return 'processing';
    }
    case 'canceled':
    case 'unpaid': {
      const refusal = refusalOf(attempt, news);
      const known = refusal === null ? charge : await refuse(tx, deps, charge, attempt, { ...refusal, intent: intent.id }, now);
      await advanceCharge(tx, deps, known, now);
      if (news.type === 'unpaid' && isAbandoned(known, number, now)) return 'abandoned';
      return refusal === null || refusal.outcome === 'authentication-required' ? 'known' : 'refused';
    }
  }
}

/**
 * Whether an attempt that the bank asks about is not what the charge waits for: it was stopped, or is to be tried anew.
 */
function isAbandoned(charge: Charge, number: number, now: Date): boolean {
  const attempt = charge.attempts.find((each) => each.attempt === number);
  const waits = charge.state === 'open' && attempt === charge.attempts.at(-1) && decide(charge, now).type === 'wait';
  return attempt?.outcome === 'authentication-required' && !waits;
}

/** A guest's donation may have become an account's since (decision 020): then the attempt says whose it is now. */
async function lockMoved(tx: Sql, key: ChargeKey, intent: Stripe.PaymentIntent): Promise<Charge | null> {
  const [moved] = await tx.$queryRaw<{ owner_id: string }[]>`select owner_id from charge_attempt where intent_id = ${intent.id}`;
  return moved ? lockCharge(tx, { ...key, ownerId: moved.owner_id }) : null;
}

function newsOf(intent: Stripe.PaymentIntent): News {
  switch (intent.status) {
    case 'succeeded':
      return { type: 'paid' };
    case 'processing':
      return { type: 'processing' };
    case 'canceled':
      return { type: 'canceled' };
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    case 'requires_capture':
      return { type: 'unpaid', error: intent.last_payment_error };
    default:
      throw new Error(`an intent is in a state that we do not know: ${String(intent.status)}`);
  }
}

type Refusal = { outcome: AttemptOutcome; advice: string | null };

/**
 * How an attempt ended that was not paid; null when that is no news. What waits for the reader goes on waiting,
 * whatever they tried, until its intent is canceled; a bank debit may fail after all.
 */
function refusalOf({ outcome }: StoredAttempt, news: Extract<News, { type: 'canceled' | 'unpaid' }>): Refusal | null {
  const isOpen = UNDER_WAY.includes(outcome);
  if (news.type === 'canceled') return isOpen || outcome === 'authentication-required' ? { outcome: 'declined', advice: null } : null;
  if (!isOpen || news.error === null) return null;
  const { code, advice_code: advice = null } = news.error;
  if (code === 'authentication_required') return { outcome: 'authentication-required', advice };
  return { outcome: advice === 'do_not_try_again' ? 'stop' : 'declined', advice };
}

/**
 * Notes how an attempt ended that was not paid, and answers the charge as it is then: what could not be planned while
 * it was under way, a renewal behind what was given meanwhile or of a new day, is planned now, with its notice.
 */
async function refuse(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'publication'>,
  charge: Charge,
  tried: StoredAttempt,
  refusal: Parameters<typeof record>[3],
  now: Date,
): Promise<Charge> {
  const refused = await record(tx, charge, tried, refusal);
  if (charge.kind !== 'renewal' || !UNDER_WAY.includes(tried.outcome)) return refused;
  await planRenewals(tx, { ...deps, config: charge, clock: () => now }, [charge.ownerId]);
  return (await readCharge(tx, charge)) ?? refused;
}

/** Notes an attempt's outcome, and answers the charge with it. */
async function record(
  tx: Sql,
  charge: Charge,
  { attempt }: StoredAttempt,
  { outcome, advice, intent }: Refusal & { intent: string | null },
): Promise<Charge> {
  const { publicationId, ownerId, kind, subject, cycle } = charge;
  await tx.$queryRaw`
    update charge_attempt set outcome = ${outcome}, advice = ${advice}, intent_id = ${intent}
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = ${kind} and subject = ${subject}::uuid and cycle = ${cycle}::int
      and attempt = ${attempt}::int`;
  return { ...charge, attempts: charge.attempts.map((each) => (each.attempt === attempt ? { ...each, outcome, intent } : each)) };
}

/** What was paid must be what was asked for; anything else is a mistake of ours that a person has to look at. */
function checkAmount({ amount, kind, subject, cycle }: Charge, { id, currency }: Stripe.PaymentIntent, paid: number): void {
  if (paid === amount) return;
  throw new Error(`the charge ${kind}:${subject}:${cycle} asks for ${amount}, its intent ${id} has ${paid} ${currency}`);
}

async function followUp(deps: SettleDeps, intent: Stripe.PaymentIntent, effect: Effect): Promise<void> {
  switch (effect) {
    case 'paid':
    case 'processing':
      deps.metrics.payments.inc({ outcome: effect });
      return;
    case 'refused':
      deps.metrics.payments.inc({ outcome: 'failed' });
      // Each attempt has an intent of its own; nobody pays this one any more.
      if (intent.status !== 'canceled') await cancelIntent(deps, intent.id);
      return;
    case 'abandoned':
      return abandonIntent(deps, intent.id);
    case 'too-much':
      // Another attempt's intent is canceled before the next begins, so this should never be needed. If it is, nobody
      // pays twice.
      await refundIntent(deps, intent.id);
      deps.metrics.payments.inc({ outcome: 'refunded' });
      deps.log.error({ intent: intent.id }, 'a charge was paid twice; the second payment was refunded');
      return;
    case 'known':
  }
}
