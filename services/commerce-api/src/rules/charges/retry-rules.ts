import * as v from 'valibot';
import { DAY } from '../../platform/duration.ts';

/** Days after a charge was due on which it is tried (design: payments). */
export const RETRY_DAYS = [0, 3, 7, 14] as const;
/** After this long, in ms, a charge is given up: nobody is charged long after the day they were told. */
export const GIVE_UP = 30 * DAY;

/**
 * How an attempt ended. `started` was begun and never heard of again (the process died): it is repeated under its own
 * key, which charges once.
 * `authentication-required` waits for the reader; `stop` is the bank's advice not to try this card again.
 */
export const AttemptOutcome = v.picklist(['started', 'paid', 'processing', 'declined', 'stop', 'authentication-required']);
export type AttemptOutcome = v.InferOutput<typeof AttemptOutcome>;
const STANDINGS: Record<AttemptOutcome, 'under-way' | 'paid' | 'not-paid'> = {
  started: 'under-way',
  paid: 'paid',
  processing: 'under-way',
  declined: 'not-paid',
  stop: 'not-paid',
  'authentication-required': 'not-paid',
};
/**
 * Of an attempt that is on its way: how it ends is what happens, whatever is switched off or ended meanwhile (decision
 * 010).
 */
export const UNDER_WAY: string[] = AttemptOutcome.options.filter((outcome) => STANDINGS[outcome] === 'under-way');
export type Attempt = { attempt: number; at: Date; method: string; outcome: AttemptOutcome };

/** A renewal or a month of a donation: when it fell due, and what was tried. */
export type DueCharge = { due: Date; attempts: readonly Attempt[] };

/**
 * How the reader stands: whether the charge is still wanted (autorenew on, donation not ended), and the stored card,
 * null when it was detached.
 */
export type Payer = { wanted: boolean; method: string | null };

export type NextAttempt =
  | { type: 'charge'; attempt: number; at: Date }
  | { type: 'repeat'; attempt: number }
  | { type: 'wait'; for: 'authentication' | 'bank' }
  | { type: 'stop'; why: 'paid' | 'not-wanted' | 'no-card' | 'do-not-try-again' | 'exhausted' | 'lapsed' };

type Why = Extract<NextAttempt, { type: 'stop' }>['why'];
/** Of a charge that stopped: another card on record brings it back, a renewal until it is given up. */
export const NEEDS_ANOTHER_CARD: string[] = ['no-card', 'do-not-try-again', 'exhausted'] satisfies Why[];

/** Whether another card brings a renewal that stopped back (`reopenRenewal`). */
export const comesWithAnotherCard = ({ due, why }: { due: Date; why: string | null }, now: Date): boolean =>
  why !== null && NEEDS_ANOTHER_CARD.includes(why) && now.getTime() - due.getTime() < GIVE_UP;

/** Whether a renewal stopped for good, by itself: it comes back only where autorenew is switched on again. */
export const isGivenUp = ({ state, ...charge }: { state: string; due: Date; why: string | null }, now: Date): boolean =>
  state === 'stopped' &&
  (charge.why === 'lapsed' || (charge.why !== null && NEEDS_ANOTHER_CARD.includes(charge.why) && !comesWithAnotherCard(charge, now)));

/**
 * What to do next about a charge: try it at a moment (which may have passed: then now), wait for somebody, or stop. A
 * new card is tried at once, but never before the day that the reader was told.
 */
export function nextAttempt({ due, attempts }: DueCharge, { wanted, method }: Payer, now: Date): NextAttempt {
  const last = attempts.at(-1);
  // What may already have been charged is settled first, whatever the reader has switched off since.
  if (last?.outcome === 'paid') return { type: 'stop', why: 'paid' };
  if (last?.outcome === 'started') return { type: 'repeat', attempt: last.attempt };
  if (last?.outcome === 'processing') return { type: 'wait', for: 'bank' };
  if (!wanted) return { type: 'stop', why: 'not-wanted' };
  if (method === null) return { type: 'stop', why: 'no-card' };
  if (now.getTime() - due.getTime() > GIVE_UP) return { type: 'stop', why: 'lapsed' };
  const attempt = (last?.attempt ?? 0) + 1;
  // Autorenew was switched on again since: what was tried before the new day, which the reader was told, says nothing
  // of it, whatever card is on record.
  if (!last || last.at < due) return { type: 'charge', attempt, at: due };
  if (last.method !== method) return { type: 'charge', attempt, at: now };
  if (last.outcome === 'stop') return { type: 'stop', why: 'do-not-try-again' };
  if (last.outcome === 'authentication-required') return { type: 'wait', for: 'authentication' };
  const at = RETRY_DAYS.map((day) => new Date(due.getTime() + day * DAY)).find((day) => day > last.at);
  return at ? { type: 'charge', attempt, at } : { type: 'stop', why: 'exhausted' };
}

/** Whether a charge is to be made (or repeated) at this moment. */
export function isDue(next: NextAttempt, now: Date): boolean {
  return next.type === 'repeat' || (next.type === 'charge' && next.at <= now);
}

/** What the reader is told after an attempt: every step mails (design: payments). */
export type ChargeLetter = 'receipt' | 'trying-again' | 'authenticate' | 'replace-card' | 'given-up';

/**
 * The letter that goes with what comes next; null where there is nothing to say yet, or the reader ended it. A bank
 * declined only what it was asked for since the day it is due.
 */
export function letterOf(next: NextAttempt, { due, attempts }: DueCharge): ChargeLetter | null {
  const last = attempts.at(-1);
  switch (next.type) {
    case 'charge':
      return last?.outcome === 'declined' && last.at >= due ? 'trying-again' : null;
    case 'repeat':
      return null;
    case 'wait':
      return next.for === 'authentication' ? 'authenticate' : null;
    case 'stop':
      return STOP_LETTERS[next.why];
  }
}

const STOP_LETTERS = {
  paid: 'receipt',
  'not-wanted': null,
  'no-card': 'replace-card',
  'do-not-try-again': 'replace-card',
  exhausted: 'replace-card',
  lapsed: 'given-up',
} as const satisfies Record<Why, ChargeLetter | null>;
