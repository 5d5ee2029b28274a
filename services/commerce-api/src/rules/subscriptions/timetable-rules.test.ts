import { Timetable } from '@newsstand/contracts/timetable';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cancelSubscription, updateSubscription } from '../../../test/subscription-oracle.ts';
import { bought, day, release } from '../../../test/samples.ts';
import { type Subscriptions } from './subscription-rules.ts';
import { renewalOptions, standing, timetable } from './timetable-rules.ts';

const print = { set: 'print-a', active: 'print-a' } as const;
const digital = { set: 'digital', active: 'digital' } as const;
const abroad = { set: 'print-c', active: 'print-c' } as const;
const expired = release(bought({}), 1, 2, 3, 4);
const runOut = (...purchases: Parameters<typeof bought>) => release(bought(...purchases), 1, 2, 3, 4, 5, 6, 7, 8);
type Zones = Timetable['address_required'];
const NOWHERE: Zones = { a: false, b: false, c: false };

describe('where a reader stands', () => {
  it('is extended with several issues left, and expiring with few', { tags: ['§4.display.1'] }, () => {
    expect([0, 1, 2, 3].map((count) => standing(release(bought({}), ...[1, 2, 3].slice(0, count)), false).type)).toEqual([
      'extended',
      'extended',
      'expiring',
      'expiring',
    ]);
  });

  it('is expired with autorenew on or off', { tags: ['§4.display.2', '§4.display.3'] }, () => {
    expect([true, false].map((autorenew) => standing(expired, autorenew))).toEqual([
      { type: 'expired', autorenew: true },
      { type: 'expired', autorenew: false },
    ]);
  });

  it('is for life unless cancelled', { tags: ['§4.display.4'] }, () => {
    const lifetime = bought({ term: 'lifetime' });
    expect([lifetime, cancelSubscription(lifetime, 's1', day(1))].map((each) => standing(each, false).type)).toEqual([
      'lifetime',
      'cancelled',
    ]);
  });

  it.each<[string, Subscriptions, boolean, object]>([
    ['who never subscribed', [], false, { type: 'none' }],
    ['with several issues left', bought({}), true, { type: 'extended', left: 4, autorenew: true }],
    ['with three left', release(bought({}), 1), false, { type: 'extended', left: 3, autorenew: false }],
    ['with few left', release(bought({}), 1, 2), false, { type: 'expiring', left: 2, autorenew: false }],
    ['with few left, but a term to follow', release(bought({}, {}), 1, 2), false, { type: 'extended', left: 6, autorenew: false }],
    ['expired, with autorenew on', expired, true, { type: 'expired', autorenew: true }],
    ['expired, with autorenew off', expired, false, { type: 'expired', autorenew: false }],
    ['for life', bought({ term: 'lifetime' }), false, { type: 'lifetime' }],
    ['for life, but cancelled', cancelSubscription(bought({ term: 'lifetime' }), 's1', day(1)), true, { type: 'cancelled' }],
    ['cancelled', cancelSubscription(bought({}), 's1', day(1)), true, { type: 'cancelled' }],
  ])('a reader %s', (_, subscriptions, autorenew, expected) => {
    expect(standing(subscriptions, autorenew)).toEqual(expected);
  });
});

describe('the timetable', () => {
  it('is what the contract says', () => {
    for (const subscriptions of [[], expired, bought({}, { term: 'lifetime' }), release(bought({}, { deliverables: digital }), 1)]) {
      expect(v.safeParse(Timetable, timetable(subscriptions, 4, false)).issues).toBeUndefined();
    }
  });

  it('shows the current subscription, the future ones and a lifetime apart', { tags: ['§3.timetable.1', '§3.timetable.2'] }, () => {
    const shown = timetable(bought({}, { deliverables: digital }, { term: 'lifetime' }), 0, false);
    expect(shown.current_subscription).toMatchObject({ info: { token: 's1' }, active: true });
    expect(shown.future_subscriptions).toMatchObject([{ info: { token: 's2', deliverables: digital }, active: false }]);
    expect(shown.lifetime_subscription).toMatchObject({ info: { token: 's3', issues_left: null }, active: false });
  });

  it('shows a paid term as current, also when a lifetime was there first', () => {
    const shown = timetable(bought({ term: 'lifetime' }, {}), 0, false);
    expect(shown.current_subscription).toMatchObject({ info: { token: 's2' }, active: true });
    expect(shown.lifetime_subscription).toMatchObject({ info: { token: 's1' }, active: false });
  });

  it(
    'needs an address for each zone that print goes to, now or later, and lets the others be deleted',
    { tags: ['§3.timetable.3'] },
    () => {
      const { address_required, address_removable } = timetable(bought({}, { deliverables: abroad }), 0, false);
      expect([address_required, address_removable]).toEqual([
        { a: true, b: false, c: true },
        { a: false, b: true, c: false },
      ]);
    },
  );

  it('shows the last subscription when none runs', () => {
    expect(timetable(expired, 4, false).current_subscription).toMatchObject({ info: { token: 's1', issues_left: 0 }, active: false });
  });

  it('expects one issue for each that is left, as it will be delivered', { tags: ['§3.timetable.2', '§3.issue.2'] }, () => {
    const reader = release(bought({}, { deliverables: digital }), 1, 2, 3);
    expect(timetable(reader, 3, false).issues_expected).toEqual([
      { issue: 4, deliverable: 'print-a' },
      ...[5, 6, 7, 8].map((issue) => ({ issue, deliverable: 'digital' })),
    ]);
  });

  it('expects the next issue of a lifetime', () => {
    expect(timetable(bought({ term: 'lifetime' }), 16, false).issues_expected).toEqual([{ issue: 17, deliverable: 'print-a' }]);
  });

  it('keeps what a lifetime has delivered in legacy_tokens', { tags: ['§3.subscription.3'] }, () => {
    const reader = release(bought({ term: 'lifetime' }), 1, 2);
    expect(timetable(reader, 2, false).lifetime_subscription?.info.legacy_tokens.map(({ issue }) => issue)).toEqual([1, 2]);
  });

  it('is discontinuous when a reader missed an issue', { tags: ['§3.timetable.2'] }, () => {
    const again = [...expired, ...bought({ id: 's2', at: day(450) }).map((each) => ({ ...each, cycle: 2 }))];
    expect(timetable(again, 4, false).discontinuous).toBe(false);
    expect(timetable(again, 5, false).discontinuous).toBe(true);
    expect(timetable(expired, 9, false).discontinuous).toBe(false);
  });

  it.each<[string, Subscriptions, Zones]>([
    ['print in zone a', bought({}), { a: true, b: false, c: false }],
    ['digital', bought({ deliverables: digital }), { a: false, b: false, c: false }],
    ['print in zone a now and in zone c later', bought({}, { deliverables: abroad }), { a: true, b: false, c: true }],
    ['print for life', bought({ deliverables: digital }, { term: 'lifetime', deliverables: print }), { a: true, b: false, c: false }],
    ['print that has run out', expired, { a: false, b: false, c: false }],
    ['print that was cancelled', cancelSubscription(bought({}), 's1', day(1)), { a: false, b: false, c: false }],
    [
      'print paid for, digital for now',
      updateSubscription(bought({}), 's1', { deliverable: 'digital', level: 'low' }, false),
      { a: false, b: false, c: false },
    ],
  ])(
    '%s: an address is required where print goes, and can be deleted elsewhere',
    { tags: ['§5.address.5'] },
    (_, subscriptions, required) => {
      const { address_required, address_removable } = timetable(subscriptions, 0, false);
      expect(address_required).toEqual(required);
      expect(address_removable).toEqual({ a: !required.a, b: !required.b, c: !required.c });
    },
  );

  it.each<[string, Subscriptions, Zones]>([
    ['print that has run out', expired, { a: true, b: false, c: false }],
    ['digital that has run out', release(bought({ deliverables: digital }), 1, 2, 3, 4), NOWHERE],
    [
      'print that ran out, and was read on a screen at last',
      updateSubscription(expired, 's1', { deliverable: 'digital', level: 'low' }, false),
      NOWHERE,
    ],
    ['print that ran out in zone a, and then in zone c', runOut({}, { deliverables: abroad }), { a: false, b: false, c: true }],
    ['print of zone a, with zone c to follow', bought({}, { deliverables: abroad }), { a: true, b: false, c: true }],
    ['print that was cancelled', cancelSubscription(bought({}), 's1', day(1)), NOWHERE],
    [
      'print that ran out, and what followed was cancelled before',
      cancelSubscription(release(bought({}, {}), 1, 2, 3, 4), 's2', day(1)),
      { a: true, b: false, c: false },
    ],
    [
      'print that ran out, and what followed was cancelled then',
      cancelSubscription(release(bought({}, {}), 1, 2, 3, 4), 's2', day(400)),
      NOWHERE,
    ],
    ['print for life', bought({ term: 'lifetime' }), { a: true, b: false, c: false }],
    ['print for life that was cancelled', cancelSubscription(bought({ term: 'lifetime' }), 's1', day(1)), NOWHERE],
    ['nothing', [], NOWHERE],
  ])('%s, with autorenew on: an address is required where the next cycle goes, too', (_, subscriptions, required) => {
    const { address_required, address_removable } = timetable(subscriptions, 0, true);
    expect(address_required).toEqual(required);
    expect(address_removable).toEqual({ a: !required.a, b: !required.b, c: !required.c });
  });
});

describe('the renewal page', () => {
  it('says to a lifetime subscriber that a renewal is not necessary', { tags: ['§3.renewal.1'] }, () => {
    expect(renewalOptions(bought({ term: 'lifetime' }), 4)).toMatchObject({
      is_lifetime: true,
      expiration_tokens: { extended: false, expiring: false, expired: false },
    });
  });

  it.each<[string, Subscriptions, string | null]>([
    ['extended', bought({}), 'extended'],
    ['expiring', release(bought({}), 1, 2, 3), 'expiring'],
    ['expired', expired, 'expired'],
    ['cancelled, which renews like expired', cancelSubscription(bought({}), 's1', day(1)), 'expired'],
    ['for life, where a renewal is not necessary', bought({ term: 'lifetime' }), null],
  ])('of a reader who is %s', { tags: ['§3.renewal.1'] }, (_, subscriptions, state) => {
    const { expiration_tokens, is_lifetime } = renewalOptions(subscriptions, 4);
    expect(expiration_tokens).toEqual({ extended: state === 'extended', expiring: state === 'expiring', expired: state === 'expired' });
    expect(is_lifetime).toBe(state === null);
  });

  it('names the issues that are still expected', () => {
    expect(renewalOptions(release(bought({}), 1, 2), 2).issues_expected).toEqual([{ issue: 3 }, { issue: 4 }]);
  });
});
