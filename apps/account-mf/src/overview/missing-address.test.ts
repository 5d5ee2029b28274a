import { makeAccount } from '@newsstand/contracts/fixtures/account';
import { makeSubscription, makeTimetable } from '@newsstand/contracts/fixtures/subscription';
import { expect, test } from 'vitest';
import { readRequiredZones } from '../address/required-zones.ts';
import { missingAddress } from './missing-address.ts';

const canadian = makeSubscription({ token: 'sub_next', deliverables: { set: 'print-b', active: 'print-b' } });
const future = makeTimetable({
  future_subscriptions: [{ info: canadian, active: false }],
  address_required: { a: true, b: true, c: false },
});
const nowhere = makeAccount({ addresses: { a: null, b: null, c: null } });

test('with an address for what is posted now, the future cycle that misses one is named, and its page has the category open', () => {
  expect(missingAddress({ account: makeAccount(), timetable: future })).toMatchObject({ info: { token: 'sub_next' }, zone: 'b' });
  expect(readRequiredZones({ account: nowhere, timetable: future }, 'sub_next').open.b).toBe(true);
});

test('where both miss an address, what is posted next comes first', () => {
  expect(missingAddress({ account: nowhere, timetable: future })).toMatchObject({ info: { token: 'sub_41d7' }, zone: 'a' });
});

test('nothing is missing for a reader who reads on a screen, nor for one whose subscription has run out', () => {
  const NONE = { a: false, b: false, c: false };
  const digital = makeSubscription({ deliverables: { set: 'digital', active: 'digital' } });
  for (const info of [digital, makeSubscription()]) {
    const timetable = makeTimetable({ current_subscription: { info, active: false }, address_required: NONE });
    expect(missingAddress({ account: nowhere, timetable })).toBe(null);
  }
});
