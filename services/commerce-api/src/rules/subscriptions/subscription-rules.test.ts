import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { makePricing } from '@newsstand/contracts/fixtures/subscribe';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { issuesOf } from '@newsstand/contracts/term';
import { upgradeTo } from '@newsstand/contracts/upgrade';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSubscription, cancelSubscription, redeemGift, releaseIssue, updateSubscription } from '../../../test/subscription-oracle.ts';
import { bought, day, makeBought, release } from '../../../test/samples.ts';
import { redeemOptions, type PaidGift } from '../gifts/redeem-rules.ts';
import { upgradeOptions } from '../pricing/upgrade-rules.ts';
import { planRenewal } from './renewal-rules.ts';
import { countIssues, deliveries, isLifetime, isRunning, type Subscriptions } from './subscription-rules.ts';
import { issuesLeft, timetable } from './timetable-rules.ts';

const pricing = makePricing();

describe('a subscription that was paid for', () => {
  it.each([
    ['1year', 4],
    ['2year', 8],
    ['3year', 12],
  ] as const)('of %s owes %i issues', (term, issues) => {
    expect(bought({ term }).map(countIssues)).toEqual([{ paid: issues, delivered: 0, left: issues, forfeited: 0 }]);
  });

  it('of a lifetime owes no number of issues', () => {
    expect(bought({ term: 'lifetime' }).map(countIssues)).toEqual([{ paid: null, delivered: 0, left: null, forfeited: 0 }]);
  });

  it('is introductory the first time and a renewal each time after', () => {
    expect(bought({}, {}, {}).map(({ phase, cycle }) => [phase, cycle])).toEqual([
      ['introductory', 1],
      ['renewal', 2],
      ['renewal', 3],
    ]);
  });

  it('is there once, however often its order is settled', () => {
    const once = bought({});
    expect(addSubscription(once, makeBought({ id: 'other', source: 'order:s1' }))).toBe(once);
  });
});

describe('changing how a subscription is delivered', () => {
  const digital = bought({ deliverables: { set: 'digital', active: 'digital' }, level: 'high' });

  it('sets what was paid for', () => {
    const [changed] = updateSubscription(digital, 's1', { deliverable: 'print-b', level: 'high' }, true);
    expect(changed).toMatchObject({ deliverables: { set: 'print-b', active: 'print-b' }, settings: { medium: 'print', level: 'high' } });
  });

  it('keeps what was paid for when the change is free, and renews with what was chosen', () => {
    const [changed] = updateSubscription(digital, 's1', { deliverable: 'print-b', level: 'low' }, false);
    expect(changed).toMatchObject({
      level: 'high',
      deliverables: { set: 'digital', active: 'print-b' },
      settings: { medium: 'print', level: 'low' },
    });
  });

  it('leaves what was delivered as it came', () => {
    const changed = updateSubscription(release(digital, 1), 's1', { deliverable: 'print-a', level: 'high' }, true);
    expect(deliveries(release(changed, 2)).map(({ deliverable }) => deliverable)).toEqual(['digital', 'print-a']);
  });
});

describe('cancelling a subscription', () => {
  it('forfeits what is left and keeps what was delivered', () => {
    const [cancelled] = cancelSubscription(release(bought({}), 1), 's1', day(20));
    expect(cancelled && countIssues(cancelled)).toEqual({ paid: 4, delivered: 1, left: 0, forfeited: 3 });
  });

  it('counts from the first time', () => {
    const once = cancelSubscription(bought({}), 's1', day(20));
    expect(cancelSubscription(once, 's1', day(30))).toEqual(once);
  });

  it('ends a lifetime too', () => {
    expect(issuesLeft(cancelSubscription(bought({ term: 'lifetime' }), 's1', day(20)))).toBe(0);
  });
});

/** One thing that happens to a reader; numbers pick among what is there. */
type Step =
  | { type: 'buy'; term: Term; deliverable: Deliverable; level: Level; settledTwice: boolean }
  | { type: 'redeem'; gift: number; deliverable: Deliverable; upgrade: boolean }
  | { type: 'update'; subscription: number; deliverable: Deliverable; level: Level }
  | { type: 'cancel'; subscription: number }
  | { type: 'release' }
  | { type: 're-release'; issue: number };

const deliverable = fc.constantFrom(...Deliverable.options);
const level = fc.constantFrom(...Level.options);
const pick = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('buy' as const), term: fc.constantFrom(...Term.options), deliverable, level, settledTwice: fc.boolean() }),
  fc.record({ type: fc.constant('redeem' as const), gift: fc.nat(3), deliverable, upgrade: fc.boolean() }),
  fc.record({ type: fc.constant('update' as const), subscription: pick, deliverable, level }),
  fc.record({ type: fc.constant('cancel' as const), subscription: pick }),
  { weight: 4, arbitrary: fc.record({ type: fc.constant('release' as const) }) },
  fc.record({ type: fc.constant('re-release' as const), issue: pick }),
);

/** A reader's whole life, with a ledger kept beside it that knows nothing of tokens. */
type Life = {
  subscriptions: Subscriptions;
  gifts: PaidGift[];
  now: number;
  released: { issue: number; at: Date }[];
  paidIssues: number;
};

const begin = (): Life => ({
  subscriptions: [],
  gifts: [
    { token: 'g0', deliverable: 'digital', level: 'low', term: '1year', redeemed: null },
    { token: 'g1', deliverable: 'print-a', level: 'low', term: '2year', redeemed: null },
    { token: 'g2', deliverable: 'print-c', level: 'high', term: '1year', redeemed: null },
    { token: 'g3', deliverable: 'digital', level: 'high', term: 'lifetime', redeemed: null },
  ],
  now: 0,
  released: [],
  paidIssues: 0,
});

function live(life: Life, event: Step): Life {
  const now = life.now + 1;
  const next = { ...life, now };
  const at = day(now);
  const { subscriptions } = life;
  switch (event.type) {
    case 'buy': {
      const { term, level } = event;
      const deliverables = { set: event.deliverable, active: event.deliverable };
      const purchase = { id: `s${now}`, source: `order:${now}`, term, level, deliverables, at };
      const once = addSubscription(subscriptions, purchase);
      return {
        ...next,
        subscriptions: event.settledTwice ? addSubscription(once, { ...purchase, id: 'again' }) : once,
        paidIssues: life.paidIssues + (issuesOf(term) ?? 0),
      };
    }
    case 'redeem': {
      const gift = life.gifts[event.gift];
      if (!gift) return next;
      const prices = redeemOptions(pricing, gift, subscriptions).prices;
      const paid = event.upgrade ? prices[event.deliverable] : 0;
      const result = redeemGift(pricing, gift, subscriptions, { owner: 'me', id: `s${now}`, deliverable: event.deliverable, paid, at });
      if (result.type !== 'redeemed') return next;
      return {
        ...next,
        subscriptions: result.subscriptions,
        gifts: life.gifts.with(event.gift, result.gift),
        paidIssues: life.paidIssues + (issuesOf(gift.term) ?? 0),
      };
    }
    case 'update': {
      const subscription = subscriptions[event.subscription % Math.max(1, subscriptions.length)];
      if (!subscription) return next;
      const upgrade = upgradeTo(upgradeOptions(pricing, subscription), subscription, event);
      if (upgrade.type !== 'free' && upgrade.type !== 'payable') return next;
      return { ...next, subscriptions: updateSubscription(subscriptions, subscription.id, event, upgrade.type === 'payable') };
    }
    case 'cancel': {
      const subscription = subscriptions[event.subscription % Math.max(1, subscriptions.length)];
      return subscription ? { ...next, subscriptions: cancelSubscription(subscriptions, subscription.id, at) } : next;
    }
    case 'release': {
      const issue = { issue: life.released.length + 1, at };
      return { ...next, subscriptions: releaseIssue(subscriptions, issue), released: [...life.released, issue] };
    }
    case 're-release': {
      const issue = life.released[event.issue % Math.max(1, life.released.length)];
      return issue ? { ...next, subscriptions: releaseIssue(subscriptions, issue) } : next;
    }
  }
}

const lives = fc.array(step, { maxLength: 60 });

/** Runs a life and looks at it after every step. */
const afterEachStep = (look: (life: Life, before: Life, event: Step) => void) => {
  fc.assert(
    fc.property(lives, (events) => {
      events.reduce((life, event) => {
        const next = live(life, event);
        look(next, life, event);
        return next;
      }, begin());
    }),
    { numRuns: 300 },
  );
};

const terms = ({ subscriptions }: Life) => subscriptions.filter((each) => !isLifetime(each)).map(countIssues);
const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, number) => total + (number ?? 0), 0);

describe('buying, renewing, redeeming, upgrading, cancelling and releasing in any order', () => {
  it('owes exactly the issues that were paid for', () => {
    afterEachStep((life) => {
      const accounts = terms(life);
      expect(sum(accounts.map(({ paid }) => paid))).toBe(life.paidIssues);
      expect(sum(accounts.flatMap(({ delivered, left, forfeited }) => [delivered, left, forfeited]))).toBe(life.paidIssues);
    });
  });

  it('delivers no issue twice', () => {
    afterEachStep(({ subscriptions }) => {
      const issues = deliveries(subscriptions).map(({ issue }) => issue);
      expect(new Set(issues).size).toBe(issues.length);
    });
  });

  it('delivers every issue to whoever is owed one when it comes out, and to nobody else', () => {
    afterEachStep((life, before, event) => {
      const got = deliveries(life.subscriptions).length - deliveries(before.subscriptions).length;
      expect(got).toBe(event.type === 'release' && before.subscriptions.some(isRunning) ? 1 : 0);
    });
  });

  it('delivers an issue from the subscription that the timetable showed as the active one', () => {
    afterEachStep((life, before, event) => {
      if (event.type !== 'release') return;
      const shown = timetable(before.subscriptions, before.released.length, false);
      const active = [shown.current_subscription, ...shown.future_subscriptions, shown.lifetime_subscription].find((each) => each?.active);
      const issue = life.released.length;
      const from = life.subscriptions.find(({ tokens }) => tokens.some(({ delivered }) => delivered?.issue === issue));
      expect(from?.id).toBe(active?.info.token);
    });
  });

  it('numbers the tokens of each subscription 1, 2, 3', () => {
    afterEachStep(({ subscriptions }) => {
      for (const { tokens } of subscriptions) expect(tokens.map(({ ordinal }) => ordinal)).toEqual(tokens.map((_, index) => index + 1));
    });
  });

  it('changes nothing by releasing an issue again', () => {
    afterEachStep((life, before, event) => {
      if (event.type === 're-release') expect(life.subscriptions).toEqual(before.subscriptions);
    });
  });

  it('never changes what was delivered', () => {
    afterEachStep((life, before) => {
      expect(deliveries(life.subscriptions)).toEqual(expect.arrayContaining(deliveries(before.subscriptions)));
    });
  });

  it('loses issues by cancelling only', () => {
    afterEachStep((life, before, event) => {
      const forfeited = sum(terms(life).map((each) => each.forfeited)) - sum(terms(before).map((each) => each.forfeited));
      expect(event.type === 'cancel' || forfeited === 0).toBe(true);
    });
  });

  it('redeems each gift once', () => {
    afterEachStep(({ subscriptions, gifts }) => {
      const sources = subscriptions.map(({ source }) => source);
      expect(new Set(sources).size).toBe(sources.length);
      expect(gifts.filter(({ redeemed }) => redeemed !== null).length).toBe(sources.filter((each) => each.startsWith('gift:')).length);
    });
  });

  it('shows a timetable that agrees with what is owed', () => {
    afterEachStep(({ subscriptions, released }) => {
      const shown = timetable(subscriptions, released.length, false);
      const expected = shown.issues_expected.map(({ issue }) => issue);
      const left = issuesLeft(subscriptions);
      expect(expected).toEqual(expected.map((_, index) => released.length + 1 + index));
      if (left !== null) expect(expected).toHaveLength(left);
      expect(shown.issues_delivered).toHaveLength(deliveries(subscriptions).length);
      const all = [shown.current_subscription, ...shown.future_subscriptions, shown.lifetime_subscription].filter((each) => each?.active);
      expect(new Set(all.map((each) => each?.info.token)).size).toBe(subscriptions.some(isRunning) ? 1 : 0);
    });
  });

  it('requires an address where print is owed, and, while autorenew is on, where the renewal that is planned goes', () => {
    afterEachStep(({ subscriptions }) => {
      const owed = subscriptions.filter(isRunning).map(({ deliverables }) => deliverables.active);
      const plan = planRenewal(subscriptions, day(0));
      const renewed = plan.type === 'planned' ? [...owed, plan.choice.deliverable] : owed;
      const zonesOf = (all: Deliverable[]) => SHIPCODES.map((zone) => all.some((each) => shipcodeOf(each) === zone));
      const required = (autorenew: boolean) => SHIPCODES.map((zone) => timetable(subscriptions, 0, autorenew).address_required[zone]);
      expect(required(false)).toEqual(zonesOf(owed));
      expect(required(true)).toEqual(zonesOf(renewed));
    });
  });

  it('gives an issue to the same token when its release was interrupted and is run again later', () => {
    const later = lives.map((events) => events.filter(({ type }) => type !== 'release' && type !== 're-release' && type !== 'update'));
    fc.assert(
      fc.property(lives, later, (events, meanwhile) => {
        const before = events.reduce(live, begin());
        const issue = { issue: before.released.length + 1, at: day(before.now + 1) };
        const start = { ...before, now: before.now + 1 };
        const atOnce = meanwhile.reduce(live, { ...start, subscriptions: releaseIssue(before.subscriptions, issue) });
        const interrupted = meanwhile.reduce(live, start);
        const tokens = (subscriptions: Subscriptions) => subscriptions.map(({ id, tokens: held }) => [id, held]);
        expect(tokens(releaseIssue(interrupted.subscriptions, issue))).toEqual(tokens(atOnce.subscriptions));
      }),
    );
  });
});
