import { makeAccount } from '@newsstand/contracts/fixtures/account';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { makeSubscription, makeTimetable } from '@newsstand/contracts/fixtures/subscription';
import type { Timetable } from '@newsstand/contracts/timetable';
import { expect, test } from 'vitest';
import { readRequiredZones, startZone } from './required-zones.ts';

const digital = makeSubscription({ deliverables: { set: 'digital', active: 'digital' } });
const canadian = makeSubscription({ token: 'sub_next', deliverables: { set: 'print-b', active: 'print-b' } });
const NONE = { a: false, b: false, c: false };
const everywhere = makeAccount({ addresses: { a: makeAddress(), b: makeAddress(), c: null } });
/** Of a reader with an address in the United States and Canada, if nothing else is said. */
const requiredOf = (timetable: Timetable, token: string | null = null, account = everywhere) =>
  readRequiredZones({ account, timetable }, token);

test('a category that no subscription requires is disabled', { tags: ['§2.change-address.4'] }, () => {
  expect(requiredOf(makeTimetable())).toMatchObject({ zone: 'a', open: { a: true, b: false, c: false } });
});

test('a future cycle’s category can be chosen too, and the page begins with the current one', () => {
  const timetable = makeTimetable({
    future_subscriptions: [{ info: canadian, active: false }],
    address_required: { a: true, b: true, c: false },
  });
  const required = requiredOf(timetable);
  expect(required.open).toEqual({ a: true, b: true, c: false });
  expect(startZone(required, 'c')).toBe('a');
});

test('with a token the page is about that subscription alone', () => {
  const timetable = makeTimetable({
    future_subscriptions: [{ info: canadian, active: false }],
    address_required: { a: true, b: true, c: false },
  });
  expect(requiredOf(timetable, 'sub_next')).toMatchObject({ zone: 'b', open: { a: false, b: true, c: false } });
});

test('who reads on a screen may keep an address in any category, beginning with the account’s own', () => {
  const timetable = makeTimetable({ current_subscription: { info: digital, active: true }, address_required: NONE });
  const required = requiredOf(timetable);
  expect(required).toMatchObject({ zone: null, open: { a: true, b: true, c: true } });
  expect(startZone(required, 'c')).toBe('c');
});

test('where the current subscription is read on a screen and a future cycle is posted, the page is about that cycle', () => {
  const timetable = makeTimetable({
    current_subscription: { info: digital, active: true },
    future_subscriptions: [{ info: canadian, active: false }],
    address_required: { ...NONE, b: true },
  });
  for (const token of [null, 'sub_next', digital.token]) {
    expect(requiredOf(timetable, token)).toMatchObject({
      subject: { token: 'sub_next' },
      zone: 'b',
      missing: null,
      open: { ...NONE, b: true },
    });
  }
});

test('the page begins with the category that misses its address, a future cycle’s, too; with a token with its own', () => {
  const timetable = makeTimetable({
    future_subscriptions: [{ info: canadian, active: false }],
    address_required: { a: true, b: true, c: false },
  });
  const here = makeAccount({ addresses: { a: makeAddress(), b: null, c: null } });
  const required = requiredOf(timetable, null, here);
  expect(required).toMatchObject({ subject: { token: 'sub_41d7' }, zone: 'a', missing: 'b' });
  expect(startZone(required, 'a')).toBe('b');
  expect(requiredOf(timetable, 'sub_41d7', here).missing).toBe(null);
  expect(requiredOf(timetable, 'sub_next', here).missing).toBe('b');
});

test('a subscription that has run out requires nothing', () => {
  const timetable = makeTimetable({ current_subscription: { info: makeSubscription(), active: false }, address_required: NONE });
  for (const token of [null, 'sub_41d7']) expect(requiredOf(timetable, token)).toMatchObject({ subject: null, zone: null, missing: null });
});

test('a token of nobody’s subscription is the current one', () => {
  expect(requiredOf(makeTimetable(), 'sub_other')).toMatchObject({ zone: 'a' });
});

test('a subscription that has run out and renews by itself is the one that the page is about', () => {
  const timetable = makeTimetable({ current_subscription: { info: makeSubscription(), active: false } });
  expect(requiredOf(timetable)).toMatchObject({
    subject: { token: 'sub_41d7' },
    zone: 'a',
    open: { a: true, b: false, c: false },
  });
});
