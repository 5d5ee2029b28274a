import { RedeemBody } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { blankForm, needsAddress, type Redeemer, toRedeemBody } from './redeem-form.ts';

const reader: Redeemer = { type: 'new' };
const known = { type: 'known', name: 'Ada', email: 'ada@example.org', renewal: true, misaligned: false } as const;
const address = { line1: '2 Slipway', line2: '', city: 'Port Merrow', state: 'ME', postcode: '04999', country: 'US' };
const typed = { ...blankForm, name: 'Bo', email: 'bo@example.org', password: 'gull-rock', confirm: 'gull-rock', ...address };

test.each<[string, Redeemer, 'print-a' | 'digital', boolean]>([
  ['a new reader of print', reader, 'print-a', true],
  ['a new reader of files', reader, 'digital', false],
  ['a renewal that goes on as it is', known, 'print-a', false],
  ['a renewal that is delivered otherwise', { ...known, misaligned: true }, 'print-a', true],
  ['a reader with an account and no subscription', { ...known, renewal: false }, 'print-a', true],
])('%s is asked for an address: %s', (_title, redeemer, deliverable, asked) => {
  expect(needsAddress(redeemer, deliverable)).toBe(asked);
});

test('a new reader sends a name, an email, a password and where to post it', () => {
  const body = v.parse(RedeemBody, toRedeemBody(typed, reader, { token: 'gift_1', deliverable: 'print-a', total: 0 }));
  expect(body).toMatchObject({
    form: { name: 'Bo', password: { password: 'gull-rock' }, account: true, address, total: 0 },
    shipcode: 'a',
    subscription: { token: 'gift_1', deliverable: 'print-a' },
  });
});

test('who is logged in sends no password, and no address that is known', () => {
  const body = v.parse(RedeemBody, toRedeemBody(blankForm, known, { token: 'gift_1', deliverable: 'print-a', total: 0 }));
  expect(body.form).toMatchObject({ name: 'Ada', email: 'ada@example.org', address: null });
  expect(body.form.password).toBeUndefined();
});
