import { expect, test } from 'vitest';
import { readFailure, readResult } from './redeem-outcome.ts';

const FAILED = 'There was a problem.';

test.each([
  [{ type: 'redeem-succeeded' }, { type: 'completed' }],
  [
    { type: 'gratis', receipt: 'rcpt_1' },
    { type: 'leave', path: '/receipts?token=rcpt_1' },
  ],
  [
    { type: 'customer', intent: 'pi_1' },
    { type: 'refused', shown: { fields: {}, general: FAILED } },
  ],
] as const)('the answer %j leads to %j', (result, outcome) => {
  expect(readResult(result, FAILED)).toEqual(outcome);
});

test.each([
  ['a gift that is not there', 404, { errors: 'Not found.' }, { type: 'not-found' }],
  ['a server that falls over', 500, { errors: 'Internal error' }, { type: 'refused', shown: { fields: {}, general: FAILED } }],
  [
    'a gift that somebody else has just redeemed',
    409,
    { type: 'redeem-failed', message: 'Already redeemed.' },
    { type: 'refused', shown: { fields: {}, general: 'Already redeemed.' } },
  ],
  [
    'fields that are wrong',
    422,
    { errors: { 'form.address.postcode': 'Must not be blank.', captcha: 'Again.' } },
    { type: 'refused', shown: { fields: { postcode: 'Must not be blank.' }, general: 'Again.' } },
  ],
] as const)('%s is told where it belongs', (_title, status, refusal, outcome) => {
  expect(readFailure(status, refusal, FAILED)).toEqual(outcome);
});
