import type { PaymentFailure } from '@newsstand/contracts/checkout';
import { checkoutErrors, INTENT, keys } from '@newsstand/contracts/fixtures/checkout';
import { describe, expect, it } from 'vitest';
import { type Failure, readFailure } from './failure.ts';

const payment = { intent: INTENT, keys };
const message = (text: string): Failure => ({ type: 'failed', problem: { type: 'message', message: text } });

const unpaid = (text: string): Failure => ({ type: 'failed', problem: { type: 'message', message: text }, unpaid: true });

describe('readFailure', () => {
  it.each<[string, number, PaymentFailure, Failure]>([
    ['a bank that wants to be asked', 402, { checkout_errors: checkoutErrors.authorizeCard }, { type: 'authorize-card', payment }],
    [
      'an address that has an account',
      422,
      { errors: { email: 'This address has an account already.' }, require: 'login' },
      { type: 'failed', problem: { type: 'fields' }, errors: { email: 'This address has an account already.' }, login: true },
    ],
    [
      'a provider that cannot be reached, for which no card is to blame',
      502,
      { checkout_errors: checkoutErrors.other },
      message(checkoutErrors.other.message),
    ],
    [
      'a saved card that no longer works',
      402,
      { checkout_errors: checkoutErrors.replaceCard },
      { type: 'failed', problem: { type: 'replace-card', message: 'Your card was declined.' }, payment, unpaid: true },
    ],
    ['anything else the payment provider says', 402, { checkout_errors: checkoutErrors.other }, unpaid(checkoutErrors.other.message)],
    [
      'a bank that wants to be asked, without keys to ask it',
      402,
      { checkout_errors: { require: 'authorize-card', message: 'Ask your bank.' } },
      unpaid('Ask your bank.'),
    ],
    ['a failed update', 422, { type: 'updated-failed', message: 'Not possible.' }, message('Not possible.')],
    ['a failed redemption', 422, { type: 'redeem-failed', message: 'Already redeemed.' }, message('Already redeemed.')],
    ['a failed upgrade', 422, { type: 'upgrade-failed', errors: 'Not available.' }, message('Not available.')],
    ['one message', 429, { errors: 'Too many requests.' }, message('Too many requests.')],
    [
      'messages by field',
      422,
      { errors: { email: 'Must not be blank.' } },
      { type: 'failed', problem: { type: 'fields' }, errors: { email: 'Must not be blank.' } },
    ],
    [
      'a general message beside a field',
      403,
      { errors: { general: 'Please try again.', name: 'Too long.' } },
      { type: 'failed', problem: { type: 'message', message: 'Please try again.' }, errors: { name: 'Too long.' } },
    ],
    [
      'a price that changed',
      409,
      { errors: { total: 'The price has changed.' } },
      { type: 'changed', message: null, total: 'The price has changed.' },
    ],
    [
      'a line that is gone',
      409,
      { errors: { general: 'The tee is gone.' } },
      { type: 'changed', message: 'The tee is gone.', total: null },
    ],
    ['a server that fell over', 500, { errors: 'Internal error' }, { type: 'failed', problem: { type: 'generic' } }],
  ])(
    'of %s the check-out tells what it means',
    { tags: ['§4.failures.1', '§4.failures.2', '§4.failures.3', '§4.failures.6'] },
    (_, status, failure, expected) => {
      expect(readFailure(status, failure)).toEqual(expected);
    },
  );
});
