import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../platform/duration.ts';
import { type Attempt, type AttemptOutcome, isDue, letterOf, type NextAttempt, nextAttempt, type Payer } from './retry-rules.ts';

const due = new Date('2026-03-28T22:00:00Z');
const on = (days: number) => new Date(due.getTime() + days * DAY);
const payer: Payer = { wanted: true, method: 'pm_1' };
const declinedOn = (...days: number[]): Attempt[] =>
  days.map((day, index) => ({ attempt: index + 1, at: on(day), method: 'pm_1', outcome: 'declined' }));
const ended = (outcome: AttemptOutcome): Attempt[] => [{ attempt: 1, at: due, method: 'pm_1', outcome }];

describe('trying a charge', () => {
  it('happens on days 0, 3, 7 and 14, and then no more', () => {
    const moments = [[], declinedOn(0), declinedOn(0, 3), declinedOn(0, 3, 7)].map((attempts) =>
      nextAttempt({ due, attempts }, payer, due),
    );
    expect(moments.map((next) => next.type === 'charge' && next.at)).toEqual([on(0), on(3), on(7), on(14)]);
    expect(nextAttempt({ due, attempts: declinedOn(0, 3, 7, 14) }, payer, on(14))).toEqual({ type: 'stop', why: 'exhausted' });
  });

  it.each<[string, Attempt[], Payer, number, NextAttempt]>([
    ['begins on the day it is due', [], payer, -5, { type: 'charge', attempt: 1, at: due }],
    ['goes on after 3 days', declinedOn(0), payer, 1, { type: 'charge', attempt: 2, at: on(3) }],
    ['goes on after 7 days', declinedOn(0, 3), payer, 3, { type: 'charge', attempt: 3, at: on(7) }],
    ['goes on after 14 days', declinedOn(0, 3, 7), payer, 8, { type: 'charge', attempt: 4, at: on(14) }],
    ['ends after four attempts', declinedOn(0, 3, 7, 14), payer, 14, { type: 'stop', why: 'exhausted' }],
    ['that began late keeps to the calendar', declinedOn(5), payer, 5, { type: 'charge', attempt: 2, at: on(7) }],
    ['stops when it is paid', ended('paid'), payer, 1, { type: 'stop', why: 'paid' }],
    ['stops when the bank says so', ended('stop'), payer, 1, { type: 'stop', why: 'do-not-try-again' }],
    ['stops when it is switched off', declinedOn(0), { ...payer, wanted: false }, 1, { type: 'stop', why: 'not-wanted' }],
    ['stops when the card is detached', declinedOn(0), { ...payer, method: null }, 1, { type: 'stop', why: 'no-card' }],
    ['never begins without a card', [], { ...payer, method: null }, 0, { type: 'stop', why: 'no-card' }],
    ['is given up when its day is long gone', [], payer, 31, { type: 'stop', why: 'lapsed' }],
    ['waits for the reader to authenticate', ended('authentication-required'), payer, 9, { type: 'wait', for: 'authentication' }],
    ['waits for the bank', ended('processing'), payer, 9, { type: 'wait', for: 'bank' }],
    ['is repeated when nobody heard how it ended', ended('started'), payer, 1, { type: 'repeat', attempt: 1 }],
    [
      'is repeated even when it was switched off since',
      ended('started'),
      { wanted: false, method: null },
      1,
      { type: 'repeat', attempt: 1 },
    ],
  ])('%s', (_, attempts, given, today, next) => {
    expect(nextAttempt({ due, attempts }, given, on(today))).toEqual(next);
  });

  it.each<[string, Attempt[]]>([
    ['the advice not to try again', ended('stop')],
    ['a demand for authentication', ended('authentication-required')],
    ['the last attempt', declinedOn(0, 3, 7, 14)],
  ])('happens on its new day with the same card after %s, where it was switched on again since', (_, attempts) => {
    const next = nextAttempt({ due: on(45), attempts }, payer, on(16));
    expect(next).toEqual({ type: 'charge', attempt: attempts.length + 1, at: on(45) });
  });

  it.each<[string, Attempt[]]>([
    ['a decline', declinedOn(0)],
    ['the last attempt', declinedOn(0, 3, 7, 14)],
    ['the advice not to try again', ended('stop')],
    ['a demand for authentication', ended('authentication-required')],
  ])('happens on its new day with a new card, too, after %s, where it was switched on again since', (_, attempts) => {
    const next = nextAttempt({ due: on(45), attempts }, { wanted: true, method: 'pm_2' }, on(16));
    expect(next).toEqual({ type: 'charge', attempt: attempts.length + 1, at: on(45) });
  });

  it.each<[string, Attempt[]]>([
    ['a decline', declinedOn(0)],
    ['the last attempt', declinedOn(0, 3, 7, 14)],
    ['the advice not to try again', ended('stop')],
    ['a demand for authentication', ended('authentication-required')],
  ])('happens at once with a new card after %s', (_, attempts) => {
    const next = nextAttempt({ due, attempts }, { wanted: true, method: 'pm_2' }, on(15));
    expect(next).toEqual({ type: 'charge', attempt: attempts.length + 1, at: on(15) });
  });
});

describe('the letter after each step', () => {
  it.each<[string, Attempt[], Payer, number, string | null]>([
    ['a receipt', ended('paid'), payer, 1, 'receipt'],
    ['when it is tried again', declinedOn(0), payer, 0, 'trying-again'],
    ['a link to authenticate', ended('authentication-required'), payer, 0, 'authenticate'],
    ['a link to replace the card, after the last attempt', declinedOn(0, 3, 7, 14), payer, 14, 'replace-card'],
    ['a link to replace the card that is gone', declinedOn(0), { ...payer, method: null }, 1, 'replace-card'],
    ['that it was given up', declinedOn(0), payer, 40, 'given-up'],
    ['nothing to who switched it off', declinedOn(0), { ...payer, wanted: false }, 1, null],
    ['nothing while the bank works', ended('processing'), payer, 1, null],
    ['nothing before it is known how it ended', ended('started'), payer, 1, null],
  ])('says %s', (_, attempts, given, today, letter) => {
    expect(letterOf(nextAttempt({ due, attempts }, given, on(today)), { due, attempts })).toBe(letter);
  });

  it.each<[string, Attempt[], Payer]>([
    ['a demand for authentication', ended('authentication-required'), payer],
    ['a demand for authentication, and another card since', ended('authentication-required'), { ...payer, method: 'pm_2' }],
    ['a refusal that its letter told', declinedOn(0, 3), payer],
    ['the advice not to try again', ended('stop'), payer],
  ])('says nothing of %s, once a new notice has named another day', (_, attempts, given) => {
    const charge = { due: on(45), attempts };
    expect(letterOf(nextAttempt(charge, given, on(16)), charge)).toBeNull();
  });
});

describe('a renewal run that runs at any moments', () => {
  const outcomes = fc.constantFrom<AttemptOutcome>(
    'declined',
    'declined',
    'declined',
    'paid',
    'stop',
    'authentication-required',
    'started',
  );
  const runs = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 100 }), outcome: outcomes, changeCard: fc.boolean() }), {
    maxLength: 40,
  });

  const run = (moments: { hours: number; outcome: AttemptOutcome; changeCard: boolean }[], cards: boolean): Attempt[] => {
    let now = due.getTime() - DAY;
    let method = 1;
    return moments.reduce<Attempt[]>((attempts, { hours, outcome, changeCard }) => {
      now += hours * 3_600_000;
      if (cards && changeCard) method += 1;
      const given = { wanted: true, method: `pm_${method}` };
      const next = nextAttempt({ due, attempts }, given, new Date(now));
      if (!isDue(next, new Date(now))) return attempts;
      if (next.type === 'repeat')
        return attempts.with(attempts.length - 1, { attempt: next.attempt, at: new Date(now), method: given.method, outcome });
      if (next.type !== 'charge') throw new Error('a charge that is due is neither made nor repeated');
      return [...attempts, { attempt: next.attempt, at: new Date(now), method: given.method, outcome }];
    }, []);
  };

  it('tries one card at most four times, never before it is due, and nothing after it is paid', () => {
    fc.assert(
      fc.property(runs, (moments) => {
        const attempts = run(moments, false);
        expect(attempts.length).toBeLessThanOrEqual(4);
        expect(attempts.every(({ at }) => at >= due)).toBe(true);
        expect(attempts.slice(0, -1).every(({ outcome }) => outcome === 'declined')).toBe(true);
      }),
    );
  });

  it('numbers its attempts 1, 2, 3, so that no two share a key', () => {
    fc.assert(
      fc.property(runs, (moments) => {
        const attempts = run(moments, true);
        expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index + 1));
        expect(attempts.filter(({ outcome }) => outcome === 'paid').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
