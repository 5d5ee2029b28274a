import { makeSubscription, makeTimetable } from '@newsstand/contracts/fixtures/subscription';
import { expect, test } from 'vitest';
import { readNeeds, startZone } from './needs.ts';

const digital = makeSubscription({ deliverables: { set: 'digital', active: 'digital' } });
const canadian = makeSubscription({ token: 'sub_next', deliverables: { set: 'print-b', active: 'print-b' } });
const NONE = { a: false, b: false, c: false };

test('a category that no subscription requires is disabled', () => {
  expect(readNeeds({ timetable: makeTimetable() }, null)).toMatchObject({ zone: 'a', open: { a: true, b: false, c: false } });
});

test('a future cycle’s category can be chosen too, and the page begins with the current one', () => {
  const timetable = makeTimetable({
    future_subscriptions: [{ info: canadian, active: false }],
    address_required: { a: true, b: true, c: false },
  });
  const needs = readNeeds({ timetable }, null);
  expect(needs.open).toEqual({ a: true, b: true, c: false });
  expect(startZone(needs, 'c')).toBe('a');
});

test('with a token the page is about that subscription alone', () => {
  const timetable = makeTimetable({
    future_subscriptions: [{ info: canadian, active: false }],
    address_required: { a: true, b: true, c: false },
  });
  expect(readNeeds({ timetable }, 'sub_next')).toMatchObject({ zone: 'b', open: { a: false, b: true, c: false } });
});

test('who reads on a screen may keep an address in any category, beginning with the account’s own', () => {
  const timetable = makeTimetable({ current_subscription: { info: digital, active: true }, address_required: NONE });
  const needs = readNeeds({ timetable }, null);
  expect(needs).toMatchObject({ zone: null, open: { a: true, b: true, c: true } });
  expect(startZone(needs, 'c')).toBe('c');
});

test('a subscription that has run out requires nothing', () => {
  const timetable = makeTimetable({ current_subscription: { info: makeSubscription(), active: false }, address_required: NONE });
  expect(readNeeds({ timetable }, null)).toMatchObject({ subject: null, zone: null });
});

test('a token of nobody’s subscription is the current one', () => {
  expect(readNeeds({ timetable: makeTimetable() }, 'sub_other')).toMatchObject({ zone: 'a' });
});

test('a subscription that has run out and renews by itself is the one that the page is about', () => {
  const timetable = makeTimetable({ current_subscription: { info: makeSubscription(), active: false } });
  expect(readNeeds({ timetable }, null)).toMatchObject({
    subject: { token: 'sub_41d7' },
    zone: 'a',
    open: { a: true, b: false, c: false },
  });
});
