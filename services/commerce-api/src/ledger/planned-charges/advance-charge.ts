import type { ChargeLetterKind, ChargeNews } from '../../letters/charge-letter.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { planDonation } from '../../rules/charges/monthly-rules.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { comesUp, decide, isFailing } from '../../rules/charges/dunning-rules.ts';
import { letterOf, type NextAttempt } from '../../rules/charges/retry-rules.ts';
import type { Charge } from './read-charge.ts';
import { writeMonth } from './write-month.ts';

/**
 * Writes down what comes next for a charge that is open, or under way after all, and the letter about it: when it is
 * tried again, whom it waits for, or that it stops. The same state gives the same, so it may be called at any time. The
 * charge was locked by this transaction.
 */
export async function advanceCharge(tx: Sql, deps: Pick<Deps, 'publication'>, charge: Charge, now: Date): Promise<void> {
  // What is on its way was let be, whatever was stopped: somebody must look after it, and its outcome is what happens
  // (decision 010).
  const isUnderWay = charge.attempts.at(-1)?.outcome === 'processing';
  if (charge.state === 'paid' || (charge.state === 'stopped' && !isUnderWay)) return;
  const { publicationId, ownerId, kind, subject, cycle } = charge;
  const next = decide(charge, now);
  const at = comesUp(next, now);
  const why = next.type === 'stop' ? next.why : null;
  await tx.$queryRaw`
    update charge set next_attempt = ${at}::timestamptz, state = ${why === null ? 'open' : 'stopped'}, why = ${why}
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = ${kind} and subject = ${subject}::uuid and cycle = ${cycle}::int`;
  if (next.type === 'stop' && kind === 'donation') await endMonth(tx, charge, next.why, now);
  await postNews(tx, deps, charge, next, now);
}

/**
 * A month of a donation that was not paid: the donation waits for another card, or goes on with the present month when
 * nobody had tried.
 */
async function endMonth(tx: Sql, charge: Charge, why: Extract<NextAttempt, { type: 'stop' }>['why'], now: Date): Promise<void> {
  const { publicationId, ownerId, subject, cycle, first } = charge;
  if (isFailing(why, charge)) {
    await tx.$queryRaw`
      update donation set failing = true where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and id = ${subject}::uuid`;
  } else if (why === 'lapsed' && first !== null) {
    const plan = planDonation({ first, paidPeriod: cycle, failing: false, ended: null }, now);
    if (plan.type === 'charge') await writeMonth(tx, charge, { period: plan.period, due: plan.due, amount: charge.gives });
  }
}

async function postNews(tx: Sql, { publication }: Pick<Deps, 'publication'>, charge: Charge, next: NextAttempt, now: Date): Promise<void> {
  const { kind, subject, cycle, attempts, payer, publicationId } = charge;
  const last = attempts.at(-1);
  const letter = letterOf(next, charge);
  // A new card is tried at once, so there is nothing to announce; a month that nobody tried lapses in silence.
  const isNews = last !== undefined || kind === 'renewal' || next.type !== 'stop' || next.why !== 'lapsed';
  if (letter === null || letter === 'receipt' || !isNews) return;
  if (next.type === 'charge' && (last === undefined || next.at <= now)) return;
  const payload: ChargeNews = {
    name: payer.name,
    charge: kind,
    detail: charge.choice.kind === 'renewal' ? describeChoice(charge.choice, publication.cached().messages) : null,
    amount: charge.amount,
    token: charge.token,
    donation: charge.donation,
    again: next.type === 'charge' ? next.at.toISOString() : null,
  };
  const about: ChargeLetterKind = `charge-${letter}`;
  const news = { kind: about, subject: `${kind}:${subject}:${cycle}:${last?.attempt ?? 0}`, recipient: payer.email, payload };
  await postLetter(tx, { config: { publicationId }, clock: () => now }, news);
}
