import { describe, expect, test } from 'vitest';
import { nextStep } from './upgrade-step.ts';

const keys = { pubkey: 'pk_test_newsstand', secret: 'pi_1_secret_2' };
const payment = { intent: 'pi_1', keys };

describe('what the server answers to a change of settings', () => {
  test.each([
    [{ type: 'update-succeeded' }, null, { type: 'updated' }],
    [{ type: 'upgrade-checkout', checkout: { type: 'gratis', receipt: 'rcpt_1' } }, null, { type: 'receipt', receipt: 'rcpt_1' }],
    [
      { type: 'upgrade-checkout', checkout: { type: 'started', intent: 'pi_1', keys, total: 2800 } },
      null,
      { type: 'pay', payment, known: false },
    ],
    [{ type: 'updated', intent: 'pi_1', keys, total: 2800 }, payment, { type: 'pay', payment, known: true }],
    [{ type: 'customer', intent: 'pi_1' }, null, { type: 'poll', intent: 'pi_1' }],
    [{ type: 'redeem-succeeded' }, null, { type: 'failed' }],
  ] as const)('%j leads on', (data, before, step) => {
    expect(nextStep({ ok: true, data }, before)).toEqual(step);
  });
});

describe('what it refuses', () => {
  test.each([
    [
      'a bank that wants to ask',
      402,
      { checkout_errors: { require: 'authorize-card', message: 'Asks.', intent: 'pi_1', keys } },
      { type: 'authorize', payment },
    ],
    [
      'a card that does not pay',
      402,
      { checkout_errors: { require: 'replace-card', message: 'Declined.', intent: 'pi_1', keys } },
      { type: 'replace-card', message: 'Declined.', payment },
    ],
    ['anything else of a payment', 402, { checkout_errors: { require: null, message: 'No.' } }, { type: 'message', message: 'No.' }],
    ['a change that failed', 409, { type: 'updated-failed', message: 'Changed.' }, { type: 'message', message: 'Changed.' }],
    ['an upgrade that failed', 422, { type: 'upgrade-failed', errors: { city: 'No.' } }, { type: 'errors', errors: { city: 'No.' } }],
    ['what another tab changed', 409, { type: 'upgrade-failed', errors: 'Changed.' }, { type: 'outdated', errors: 'Changed.' }],
    ['another price', 409, { type: 'upgrade-failed', errors: { total: '$3' } }, { type: 'outdated', errors: { total: '$3' } }],
    ['fields', 422, { errors: { line1: 'No.' } }, { type: 'errors', errors: { line1: 'No.' } }],
    ['a session that has ended', 401, { errors: 'Please log in.' }, { type: 'logged-out', errors: 'Please log in.' }],
    ['a server that falls over', 500, { errors: 'Internal' }, { type: 'failed' }],
  ] as const)('%s is told where it belongs', (_title, status, refusal, step) => {
    expect(nextStep({ ok: false, status, refusal }, null)).toEqual(step);
  });
});
