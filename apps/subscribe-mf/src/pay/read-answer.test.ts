import { keys } from '@newsstand/contracts/fixtures/checkout';
import { expect, test } from 'vitest';
import { readFailure, readResult } from './read-answer.ts';

const told = { places: { postcode: ['postcode'] }, failed: 'There was a problem.' };
const started = { type: 'started', intent: 'pi_1', keys, total: 1600 } as const;
const pay = { type: 'pay', payment: { intent: 'pi_1', keys, total: 1600 } };

test.each([
  [{ type: 'redeem-succeeded' }, { type: 'succeeded' }],
  [
    { type: 'gratis', receipt: 'rcpt_1' },
    { type: 'leave', receipt: 'rcpt_1' },
  ],
  [started, pay],
  [{ type: 'upgrade-checkout', checkout: started }, pay],
  [
    { type: 'customer', intent: 'pi_1', message: 'Already paid.' },
    { type: 'follow', intent: 'pi_1', message: 'Already paid.' },
  ],
  [
    { type: 'upgrade-checkout', checkout: { type: 'customer', intent: 'pi_1' } },
    { type: 'follow', intent: 'pi_1' },
  ],
] as const)('the answer %j leads to %j', (result, next) => {
  expect(readResult(result)).toEqual(next);
});

const refused = (general: string | null, fields = {}) => ({ type: 'refused', shown: { fields, general } });

test.each([
  ['a gift that is not there', 404, { errors: 'Not found.' }, { type: 'not-found' }],
  ['a server that falls over', 500, { errors: 'Internal error' }, refused('There was a problem.')],
  [
    'a gift that somebody else has just redeemed',
    409,
    { type: 'redeem-failed', message: 'Already redeemed.' },
    refused('Already redeemed.'),
  ],
  ['a gift that somebody is paying for', 409, { errors: { general: 'Held.' } }, refused('Held.')],
  [
    'fields that are wrong',
    422,
    { errors: { 'form.address.postcode': 'Must not be blank.', captcha: 'Again.' } },
    refused('Again.', { postcode: 'Must not be blank.' }),
  ],
] as const)('%s is told where it belongs', (_title, status, refusal, next) => {
  expect(readFailure(status, refusal, told)).toEqual(next);
});
