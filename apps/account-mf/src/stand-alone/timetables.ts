import { makeSubscription, makeTimetable } from '@newsstand/contracts/fixtures/subscription';
import type { Subscription } from '@newsstand/contracts/subscription';

export const lifetime = makeSubscription({
  term: 'lifetime',
  level: 'high',
  issues_left: null,
  tokens_left: null,
  token_summary: { paid: null, delivered: 2, left: null, forfeited: 0 },
  status: { expiring: false, extended: true, count: null },
});
export const ranOut = makeSubscription({
  issues_left: 0,
  tokens_left: 0,
  token_summary: { paid: 4, delivered: 4, left: 0, forfeited: 0 },
  status: { expiring: false, extended: false, count: 0 },
});
const digital = makeSubscription({
  deliverables: { set: 'digital', active: 'digital' },
  settings: { medium: 'digital', level: 'low' },
});
export const NO_ZONE = { a: false, b: false, c: false };
export const notRunning = (info: Subscription) =>
  makeTimetable({
    current_subscription: { info, active: false },
    issues_expected: [],
    address_required: NO_ZONE,
    address_removable: { a: true, b: true, c: true },
  });
/** It has run out, and goes on by itself: the address of its zone stays required. */
export const renewed = makeTimetable({ current_subscription: { info: ranOut, active: false }, issues_expected: [] });
export const inCanada = makeTimetable({
  current_subscription: { info: makeSubscription({ deliverables: { set: 'print-b', active: 'print-b' } }), active: true },
  address_required: { ...NO_ZONE, b: true },
  address_removable: { a: true, b: false, c: true },
});
export const onScreen = makeTimetable({
  current_subscription: { info: digital, active: true },
  address_required: NO_ZONE,
  address_removable: { a: true, b: true, c: true },
});
/** Now on a screen, and then in print. */
export const onScreenFirst = (deliverable: 'print-a' | 'print-b') =>
  makeTimetable({
    current_subscription: { info: digital, active: true },
    future_subscriptions: [
      {
        info: makeSubscription({ token: 'sub_next1', phase: 'renewal', deliverables: { set: deliverable, active: deliverable } }),
        active: false,
      },
    ],
    address_required: { ...NO_ZONE, [deliverable === 'print-a' ? 'a' : 'b']: true },
    address_removable: { a: deliverable !== 'print-a', b: deliverable !== 'print-b', c: true },
  });
export const future = makeTimetable({
  future_subscriptions: [
    {
      info: makeSubscription({
        token: 'sub_next1',
        term: '2year',
        phase: 'renewal',
        deliverables: { set: 'print-b', active: 'print-b' },
        token_summary: { paid: 8, delivered: 0, left: 8, forfeited: 0 },
        issues_left: 8,
      }),
      active: false,
    },
    {
      info: makeSubscription({
        token: 'sub_next2',
        phase: 'renewal',
        level: 'high',
        deliverables: { set: 'print-a', active: 'digital' },
        token_summary: { paid: 4, delivered: 0, left: 4, forfeited: 0 },
        copies: 2,
      }),
      active: false,
    },
    {
      info: makeSubscription({
        token: 'sub_given',
        phase: 'renewal',
        issues: 1,
        given: true,
        token_summary: { paid: 1, delivered: 0, left: 1, forfeited: 0 },
      }),
      active: false,
    },
  ],
  address_required: { a: true, b: true, c: false },
});
