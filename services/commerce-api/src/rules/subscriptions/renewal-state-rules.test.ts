import { expect, test } from 'vitest';
import { cancelSubscription } from '../../../test/subscription-oracle.ts';
import { bought, day, release } from '../../../test/samples.ts';
import { mayRenew, renewalStateOf, type RenewalCharge } from './renewal-state-rules.ts';

const now = new Date('2026-12-10T12:00:00Z');
const ranOut = release(bought({}), 1, 2, 3, 4);
const cycle = (ranOut.at(-1)?.cycle ?? 0) + 1;
const charge = (parts: Partial<RenewalCharge>): RenewalCharge => ({
  cycle,
  state: 'open',
  why: null,
  due: new Date('2026-12-01T12:00:00Z'),
  next_attempt: new Date('2026-12-15T12:00:00Z'),
  outcome: null,
  ...parts,
});
const stopped = (why: string, outcome: string | null = 'declined') => charge({ state: 'stopped', why, outcome, next_attempt: null });

test.each([
  ['is tried again on its day, after the bank refused it', charge({ outcome: 'declined' }), { state: 'again', at: '2026-12-15' }],
  ['waits to be confirmed to the bank', charge({ outcome: 'authentication-required' }), { state: 'confirm', at: null }],
  ['is refused when the bank says not to try again', stopped('do-not-try-again', 'stop'), { state: 'refused', at: null }],
  ['is refused after the last attempt', stopped('exhausted'), { state: 'refused', at: null }],
  ['waits for a card where none was on record any more', stopped('no-card'), { state: 'refused', at: null }],
  ['is over when it lapsed', stopped('lapsed'), { state: 'over', at: null }],
  [
    'is over when another card comes too late',
    { ...stopped('exhausted'), due: new Date('2026-11-10T12:00:00Z') },
    { state: 'over', at: null },
  ],
  ['is still to be expected before it was tried', charge({}), null],
  [
    'is still to be expected on its new day, after autorenew was switched on again',
    charge({ outcome: 'declined', due: new Date('2027-01-09T12:00:00Z'), next_attempt: new Date('2027-01-09T12:00:00Z') }),
    null,
  ],
  ['is still to be expected while a bank is at it', charge({ outcome: 'processing' }), null],
  ['is nothing to tell of once it is paid', charge({ state: 'paid', outcome: 'paid' }), null],
  ['is nothing to tell of where it is of a cycle that came otherwise', { ...stopped('exhausted'), cycle: cycle - 1 }, null],
])('a renewal %s', (_, renewal, told) => {
  expect(renewalStateOf(renewal, ranOut, now)).toEqual(told);
});

test('nothing is told of a renewal while issues are left, nor after staff cancelled', () => {
  for (const subscriptions of [bought({}), cancelSubscription(ranOut, 's1', day(1)), []])
    expect(renewalStateOf(stopped('exhausted'), subscriptions, now)).toBe(null);
});

test('a cycle may come by itself until nothing more is charged for it, and whatever is switched off while it is on its way', () => {
  const states = ['again', 'confirm', 'refused', 'over'] as const;
  expect(states.filter((state) => mayRenew(true, { state, at: null }, false))).toEqual(['again', 'confirm']);
  expect([mayRenew(true, null, false), mayRenew(false, null, false), mayRenew(false, null, true)]).toEqual([true, false, true]);
});
