import type { ChargeStatus } from '@newsstand/contracts/charge';
import { findCharge, type Charge } from '../../ledger/planned-charges/read-charge.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { decide, isFailing } from '../../rules/charges/dunning-rules.ts';
import { settle } from '../settle/settle.ts';
import { comesWithAnotherCard } from '../../rules/charges/retry-rules.ts';

/**
 * The charge behind the token of its letter, or null; whoever holds the token may see it. What waits for the reader's
 * authentication is asked for at the provider's first, so that what was just confirmed is settled by this answer; so is
 * what has been stopped since, which nobody can confirm after it.
 */
export async function readChargeStatus(deps: Deps, token: string): Promise<ChargeStatus | null> {
  const found = await findCharge(deps.db, deps.config.publicationId, token);
  const waits = found && found.state !== 'paid' ? waitingIntent(found) : null;
  if (waits === null) return found && status(deps, found);
  await settle(deps, waits);
  const charge = await findCharge(deps.db, deps.config.publicationId, token);
  return charge && status(deps, charge);
}

function waitingIntent({ attempts }: Charge): string | null {
  const last = attempts.at(-1);
  return last?.outcome === 'authentication-required' || last?.outcome === 'processing' ? last.intent : null;
}

async function status(deps: Deps, charge: Charge): Promise<ChargeStatus> {
  const { kind, choice, amount, payer, due, donation } = charge;
  const about = {
    charge: kind,
    detail: choice.kind === 'renewal' ? describeChoice(choice, deps.publication.cached().messages) : null,
    amount,
    name: payer.name,
  };
  switch (charge.state) {
    case 'paid':
      return { status: 'completed', ...about, receipt: await receiptOf(deps, charge) };
    case 'stopped':
      return canGoOn(charge, deps.clock()) ? { status: 'replace-card', ...about, donation } : { status: 'stopped', ...about };
    case 'open': {
      const next = decide(charge, deps.clock());
      if (next.type === 'stop')
        return next.why === 'no-card' ? { status: 'replace-card', ...about, donation } : { status: 'stopped', ...about };
      const intent = waitingIntent(charge);
      const asks = next.type === 'wait' && next.for === 'authentication' && intent !== null;
      return asks
        ? { status: 'authorize-card', ...about, ...(await keysOf(deps, charge, intent)), donation }
        : { status: 'in-progress', ...about, due: (next.type === 'charge' ? next.at : due).toISOString() };
    }
  }
}

/** Whether another card brings it back (`reopenRenewal`, `reopenDonation`). */
function canGoOn({ kind, payer, attempts, due, why }: Charge, now: Date): boolean {
  if (!payer.wanted || why === null) return false;
  return kind === 'donation' ? isFailing(why, { attempts }) : comesWithAnotherCard({ due, why }, now);
}

async function keysOf({ stripe, config }: Deps, { attempts, payer }: Charge, intent: string) {
  const { client_secret: secret, last_payment_error: failure } = await stripe.paymentIntents.retrieve(intent);
  const method = attempts.at(-1)?.method;
  if (secret === null || method === undefined) throw new Error('an intent that waits for its reader has no secret');
  const { card } = payer;
  return {
    intent,
    keys: { pubkey: config.stripe.publishableKey, secret },
    method,
    card: card && { type: card.type, last_four: card.last_four, ...(card.wallet !== undefined && { wallet: card.wallet }) },
    failure: failure?.code === 'authentication_required' ? null : (failure?.message ?? null),
  };
}

async function receiptOf({ db }: Deps, { attempts, ownerId, publicationId, kind, subject, cycle }: Charge): Promise<string> {
  const intentId = attempts.find(({ outcome }) => outcome === 'paid')?.intent ?? null;
  const order = await db.order.findFirst({ where: { publicationId, ownerId, intentId }, select: { receiptToken: true } });
  if (!order) throw new Error(`the charge ${kind}:${subject}:${cycle} is paid and has no order`);
  return order.receiptToken;
}
