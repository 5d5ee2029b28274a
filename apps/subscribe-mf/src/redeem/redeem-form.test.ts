import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { RedeemBody } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { blankForm, needsAddress, type Redeemer, redeemProblems, toRedeemBody, whoRedeems } from './redeem-form.ts';

const reader: Redeemer = { type: 'new', password: true };
const known: Redeemer = { type: 'known', name: 'Ada', email: 'ada@example.org', renewal: true, misaligned: false };
const address = { line1: '2 Slipway', line2: '', city: 'Port Merrow', state: 'ME', postcode: '04999', country: 'US' };
const free = { token: 'gift_1', zone: 'b', total: 0, sent: false, kept: null, invoice: null, customer: 'add-card' } as const;
const { countries } = shippingConfig.a;
const typed = { ...blankForm, name: 'Bo', email: 'bo@example.org', password: 'gull-rock', confirm: 'gull-rock', ...address };

test('an address is asked for print, and for print alone', () => {
  expect((['print-a', 'print-c', 'digital'] as const).map(needsAddress)).toEqual([true, true, false]);
});

test('a new reader sends a name, an email, a password and where to post it', () => {
  const body = v.parse(RedeemBody, toRedeemBody(typed, reader, { ...free, deliverable: 'print-a' }));
  expect(body).toMatchObject({
    form: { name: 'Bo', password: { password: 'gull-rock' }, account: true, address, total: 0 },
    shipcode: 'a',
    subscription: { token: 'gift_1', deliverable: 'print-a' },
  });
});

test('where nobody logs in with a password, a new reader chooses none, and sends none', () => {
  const newcomer: Redeemer = { type: 'new', password: false };
  expect(redeemProblems({ ...typed, password: '', confirm: '' }, newcomer, countries)).toEqual({});
  const { form } = v.parse(RedeemBody, toRedeemBody(typed, newcomer, { ...free, deliverable: 'print-a' }));
  expect([form.account, form.password]).toEqual([true, undefined]);
});

test('who is logged in sends no password, and for files no address', () => {
  const body = v.parse(RedeemBody, toRedeemBody(typed, known, { ...free, deliverable: 'digital' }));
  expect(body.form).toMatchObject({ name: 'Ada', email: 'ada@example.org', address: null, shipcode: 'b' });
  expect(body.form.password).toBeUndefined();
});

test('everything that is wrong with what was typed is told at once', () => {
  expect(redeemProblems(typed, reader, countries)).toEqual({});
  const blank = 'Must not be blank.';
  const missing = { name: blank, email: blank, password: blank, confirm: blank, line1: blank, city: blank, country: blank };
  expect(redeemProblems(blankForm, reader, countries)).toEqual(missing);
  expect(redeemProblems({ ...typed, password: 'short', confirm: 'shorter', postcode: '', state: '' }, reader, countries)).toEqual({
    password: 'Use at least 8 characters.',
    confirm: 'The passwords do not match.',
    postcode: blank,
    state: blank,
  });
  expect(redeemProblems(blankForm, known, null)).toEqual({});
});

test('a country that was typed for another zone is told before anything is sent', () => {
  expect(redeemProblems(typed, known, shippingConfig.b.countries)).toEqual({ country: 'Must not be blank.' });
});

test('what goes to the address on record carries the name that stands there', () => {
  const kept = { name: 'Merrow Library', address: makeAddress() };
  const body = v.parse(RedeemBody, toRedeemBody(blankForm, known, { ...free, deliverable: 'print-a', kept }));
  expect(body.form).toMatchObject({ name: 'Merrow Library', address: { line1: kept.address.line1 } });
});

test('what costs more than the gift covers is sent with the price that was shown, and the payment that was started', () => {
  const pays = { ...free, deliverable: 'print-a', total: 1600, invoice: 'pi_1', customer: 'use-card' } as const;
  expect(v.parse(RedeemBody, toRedeemBody(typed, known, pays)).form).toMatchObject({ total: 1600, invoice: 'pi_1', customer: 'use-card' });
  expect(v.parse(RedeemBody, toRedeemBody(typed, known, { ...pays, total: 0 })).form).toMatchObject({ total: 0, invoice: null });
});

test('the account that is made with the gift is its redeemer from then on: name, email and password are not open any more', () => {
  const options = { renewal: true, misaligned: true, password: true };
  const made = { name: 'Tim', email: 'tim@example.org' };
  expect(whoRedeems(null, null, options)).toEqual({ type: 'new', password: true });
  expect(whoRedeems(null, made, options)).toEqual({ type: 'known', ...made, renewal: false, misaligned: false });
  expect(whoRedeems({ name: 'Ada', email: 'ada@example.org' }, made, options)).toEqual({ ...known, misaligned: true });
});
