import { readConfig } from '../services/commerce-api/src/platform/config/config.ts';
import { expect, test } from 'vitest';
import { outsideLine, outsideOf, STAND_INS } from './outside.ts';
import { apiOutside } from './stack.ts';
import { DEFAULT_PORTS } from './ports.ts';

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const MAIL = { SMTP_URL: 'smtp://mail.magazine.example:587' };

/** What the API reads when it is started with an environment. */
const apiConfig = (environment: Record<string, string>) =>
  readConfig({ ...environment, ...apiOutside(outsideOf(environment), DEFAULT_PORTS) });

test.each([
  ['nothing', {}, STAND_INS],
  ['keys', KEYS, { payments: 'stripe', mail: 'mailbox' }],
  ['a mail server', MAIL, { payments: 'emulator', mail: 'smtp' }],
  ['both', { ...KEYS, ...MAIL }, { payments: 'stripe', mail: 'smtp' }],
  ["the emulator's own keys", { ...KEYS, STRIPE_SECRET_KEY: 'sk_test_newsstand' }, STAND_INS],
])('npm start with %s in the environment uses those, and stand-ins for the rest', (_what, environment, outside) => {
  expect(outsideOf(environment)).toEqual(outside);
});

test('keys that are there in part are refused by name', () => {
  expect(() => outsideOf({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: '' })).toThrow(
    'missing: STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.',
  );
});

test('with keys and a mail server of its own the API talks to Stripe itself, and its health names no stand-in for either', () => {
  const { stripe, smtpUrl, standIns } = apiConfig({ ...KEYS, ...MAIL });
  expect(stripe).toMatchObject({ secretKey: 'sk_test_1', apiBase: null, script: expect.stringMatching(/^https:\/\/js\.stripe\.com\//) });
  expect(smtpUrl).toBe(MAIL.SMTP_URL);
  expect(standIns.join()).not.toMatch(/Stripe|Mail/);
});

test('without them the API talks to the stand-ins on their ports, and its health says so', () => {
  const { stripe, smtpUrl, standIns } = apiConfig({});
  expect(stripe).toMatchObject({ secretKey: 'sk_test_newsstand', apiBase: 'http://127.0.0.1:4242' });
  expect(smtpUrl).toBe('smtp://127.0.0.1:4025');
  expect(standIns.join()).toMatch(/Stripe.*Mail/);
});

test.each([
  ['nothing', {}, /stand-ins on this machine\.$/],
  ['keys', KEYS, /go to Stripe.*api\/webhooks\/stripe.*Mail is a stand-in/],
  ['a mail server', MAIL, /Payments are a stand-in.*by SMTP_URL/],
])('npm start with %s in the environment says what is used', (_what, environment, line) => {
  expect(outsideLine(outsideOf(environment), 'http://localhost:4000/api/webhooks/stripe')).toMatch(line);
});
