import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSubscription, cancelSubscription, releaseIssue, updateSubscription } from '../../../test/subscription-oracle.ts';
import { bought, day, makeBought, release, releaseDay } from '../../../test/samples.ts';
import { DAY } from '../../platform/duration.ts';
import { planRenewal } from './renewal-rules.ts';
import { goesOnRenewing } from './renewing-rules.ts';
import type { NewSubscription, Subscription, Subscriptions } from './subscription-rules.ts';
import { standing, timetable } from './timetable-rules.ts';

/** Three years of print at the high level, of which a renewal is told from that of anything else here. */
const PAID: Partial<NewSubscription> = { term: '3year', level: 'high' };
const digital = { set: 'digital', active: 'digital' } as const;
const GIFT: Partial<NewSubscription> = { source: 'gift:1', deliverables: digital };
const COMP: Partial<NewSubscription> = { source: 'comp:1', deliverables: digital };
const ISSUE: Partial<NewSubscription> = { ...COMP, issues: 1 };
const MORE: Partial<NewSubscription> = { term: '2year', level: 'high' };

/** Issues 1 to this one came out. */
const out = (subscriptions: Subscriptions, last: number, first = 1): Subscriptions =>
  release(subscriptions, ...Array.from({ length: last - first + 1 }, (_, index) => first + index));
/** What is added so many days after an issue of theirs, or before it. */
const then = (subscriptions: Subscriptions, added: Partial<NewSubscription>, { issue = 0, days = 0 } = {}): Subscriptions => {
  const at = issue === 0 ? day(days) : new Date(releaseDay(issue).getTime() + days * DAY);
  return addSubscription(subscriptions, makeBought({ id: `s${subscriptions.length + 1}`, at, ...added }));
};
/** The term of this cycle is ended after an issue. */
const end = (subscriptions: Subscriptions, cycle: number, issue: number): Subscriptions =>
  cancelSubscription(subscriptions, `s${cycle}`, new Date(releaseDay(issue).getTime() + 1000));
/** The renewal of the first term was announced, to be charged so many days after an issue. */
const due = ([first, ...others]: Subscriptions, issue: number, days: number): Subscriptions =>
  first ? [{ ...first, renewalDue: new Date(releaseDay(issue).getTime() + days * DAY) }, ...others] : [];

const paid = bought(PAID);
const served = out(paid, 12);
const AS_PAID = { deliverable: 'print-a', level: 'high', term: '3year' } as const;
const AS_GIVEN = { deliverable: 'digital', level: 'low', term: '1year' } as const;
const AS_MORE = { deliverable: 'print-a', level: 'high', term: '2year' } as const;

describe('once nothing is owed any more, a subscription renews as what its reader pays for', () => {
  it.each<[string, Subscriptions, object | null]>([
    ['paid, and nothing else', served, AS_PAID],
    ['never anything', [], null],

    // Given while what is paid for runs: before its last issue.
    ['a gift, redeemed while it ran', out(then(paid, GIFT), 16), AS_PAID],
    ['a year of the desk’s, given while it ran', out(then(paid, COMP), 16), AS_PAID],
    ['one issue, given while it ran', out(then(paid, ISSUE), 13), AS_PAID],
    // Behind it: its last issue has come, and it may still renew.
    ['a gift, redeemed after the notice', out(then(served, GIFT, { issue: 12, days: 20 }), 16, 13), AS_PAID],
    ['a gift, redeemed while the charge is tried again', out(then(served, GIFT, { issue: 12, days: 50 }), 16, 13), AS_PAID],
    ['a year of the desk’s, given after the notice', out(then(served, COMP, { issue: 12, days: 20 }), 16, 13), AS_PAID],
    ['four issues, given after the notice', out(then(served, { ...COMP, issues: 4 }, { issue: 12, days: 20 }), 16, 13), AS_PAID],
    [
      'one gift behind another',
      out(then(out(then(served, GIFT, { issue: 12, days: 9 }), 15, 13), { ...GIFT, source: 'gift:2' }, { issue: 15 }), 20, 16),
      AS_PAID,
    ],
    [
      'a gift behind what the desk gave',
      out(then(out(then(served, COMP, { issue: 12, days: 9 }), 15, 13), GIFT, { issue: 15 }), 20, 16),
      AS_PAID,
    ],
    // Autorenew was switched on when it had lapsed: what was announced then is what renews, until it is given up.
    ['a gift, redeemed while that is announced', out(then(due(served, 12, 80), GIFT, { issue: 12, days: 70 }), 16, 13), AS_PAID],
    ['a gift, redeemed while that is tried again', out(then(due(served, 14, 30), GIFT, { issue: 14, days: 59 }), 18, 15), AS_PAID],
    ['a gift, redeemed once that was given up', out(then(due(served, 12, 80), GIFT, { issue: 12, days: 110 }), 17, 14), AS_GIVEN],
    [
      'a gift behind another, as that is announced',
      out(
        then(due(out(then(served, GIFT, { issue: 12, days: 9 }), 16, 13), 16, 90), { ...GIFT, source: 'gift:2' }, { issue: 16, days: 80 }),
        20,
        17,
      ),
      AS_PAID,
    ],
    // It lapsed long before: what came later is what they have.
    ['a gift, redeemed a year later', out(then(served, GIFT, { issue: 15 }), 20, 16), AS_GIVEN],
    ['a year of the desk’s, given a year later', out(then(served, COMP, { issue: 15 }), 20, 16), AS_GIVEN],
    ['one issue, given a year later', out(then(served, ISSUE, { issue: 15 }), 16, 16), AS_PAID],
    // Before it.
    ['a gift, before they paid', out(then(bought(GIFT), PAID), 16), AS_PAID],
    // Nothing was ever paid for.
    ['a gift, and nothing else', out(bought(GIFT), 4), AS_GIVEN],
    ['a year of the desk’s, and nothing else', out(bought(COMP), 4), AS_GIVEN],
    ['a gift, and an issue of the desk’s behind it', out(bought({ ...GIFT, level: 'high' }, { ...ISSUE, source: 'comp:2' }), 5), AS_GIVEN],
    ['what an import took over, and a gift behind it', out(bought({ ...PAID, source: 'import:old:1' }, GIFT), 16), AS_PAID],

    // What was given is ended, or taken back with its giver's money: as if it had not been there.
    ['a gift beside it, ended before anything of it came', end(then(paid, GIFT), 2, 0), null],
    ['a gift beside it, ended while it ran', out(end(out(then(paid, GIFT), 3), 2, 3), 12, 4), AS_PAID],
    ['a gift behind it, ended when one issue had come', end(out(then(served, GIFT, { issue: 12, days: 9 }), 13, 13), 2, 13), AS_PAID],
    ['a year of the desk’s behind it, ended', end(out(then(served, COMP, { issue: 12, days: 9 }), 13, 13), 2, 13), AS_PAID],
    ['an issue beside it, ended', out(end(out(then(paid, ISSUE), 3), 2, 3), 12, 4), AS_PAID],
    ['a gift that came when it had lapsed, ended', end(out(then(served, GIFT, { issue: 15 }), 16, 16), 2, 16), null],
    ['a gift that is all there was, ended', end(out(bought(GIFT), 2), 1, 2), null],
    [
      'one of two gifts, ended while the other ran',
      out(end(out(bought(GIFT, { ...GIFT, source: 'gift:2', level: 'high' }), 2), 2, 2), 4, 3),
      AS_GIVEN,
    ],

    // What they paid for is ended.
    ['paid, and ended', end(out(paid, 3), 1, 3), null],
    ['paid, and paid back when all of it had come', end(served, 1, 12), null],
    ['a second one behind it, ended while the first ran', out(end(out(then(paid, MORE), 3), 2, 3), 12, 4), AS_PAID],
    ['a second one behind it, ended before the first issue', out(end(then(paid, MORE), 2, 0), 12), AS_PAID],
    ['the first of two, ended: the second goes on', out(end(out(then(paid, MORE), 3), 1, 3), 11, 4), AS_MORE],
    ['the first of two, paid back once it was served', out(end(out(then(paid, MORE), 13), 1, 13), 20, 14), AS_MORE],
    ['a second one, ended after the first had run out', end(out(then(paid, MORE), 13), 2, 13), null],
    [
      'a second one, ended before anything of it came, after the first had run out',
      end(then(served, MORE, { issue: 12, days: 5 }), 2, 12),
      null,
    ],
    ['both, the second first', end(end(out(then(paid, MORE), 3), 2, 3), 1, 4), null],
    ['both, the first first', end(end(out(then(paid, MORE), 3), 1, 3), 2, 4), null],
    ['a lifetime behind it, ended while it ran', out(end(out(then(paid, { term: 'lifetime' }), 3), 2, 3), 12, 4), AS_PAID],
    ['ended, and paid for anew', out(then(end(out(paid, 3), 1, 3), MORE, { issue: 4 }), 12, 5), AS_MORE],
    // With something given beside.
    ['paid and ended, with a gift beside it that goes on', out(end(out(then(paid, GIFT), 3), 1, 3), 7, 4), AS_GIVEN],
    ['the second of two ended, with a gift behind them', out(end(out(then(then(paid, MORE), GIFT), 3), 2, 3), 16, 4), AS_PAID],
  ])('%s', (_, subscriptions, choice) => {
    const plan = planRenewal(subscriptions, day(0));
    if (choice === null) expect(plan.type).not.toBe('planned');
    else expect(plan).toMatchObject({ type: 'planned', cycle: subscriptions.length + 1, choice });
  });

  it('and where their copies come to by now', () => {
    const gift = then(paid, { ...GIFT, deliverables: { set: 'print-b', active: 'print-b' } });
    const issue = then(paid, { ...ISSUE, deliverables: { set: 'print-b', active: 'print-b' } });
    expect(planRenewal(out(gift, 16), day(0))).toMatchObject({ choice: { ...AS_PAID, deliverable: 'print-b' } });
    expect(planRenewal(out(issue, 13), day(0))).toMatchObject({ choice: AS_PAID });
    expect(timetable(gift, 0, true).address_required).toEqual({ a: true, b: true, c: false });
  });

  it('with an address for it required while something else runs before it', () => {
    const gift = then(served, GIFT, { issue: 12, days: 9 });
    expect([true, false].map((autorenew) => timetable(gift, 12, autorenew).address_required.a)).toEqual([true, false]);
  });

  it('with its settings as they were changed last', () => {
    const changed = updateSubscription(paid, 's1', { deliverable: 'digital', level: 'low' }, false);
    expect(planRenewal(out(then(changed, GIFT), 16), day(0))).toMatchObject({ choice: { ...AS_GIVEN, term: '3year' } });
  });

  it('announced when the last issue of all has come, or when what was left of it was ended', () => {
    const behind = then(served, GIFT, { issue: 12, days: 9 });
    expect(planRenewal(out(behind, 16, 13), day(0))).toMatchObject({ remind: releaseDay(16) });
    expect(planRenewal(end(behind, 2, 13), day(0))).toMatchObject({ remind: new Date(releaseDay(13).getTime() + 1000) });
  });
});

describe('whatever came before', () => {
  const any = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('release' as const), issues: fc.integer({ min: 1, max: 5 }) }) },
    fc.record({
      does: fc.constant('add' as const),
      source: fc.constantFrom('order', 'gift', 'comp'),
      issues: fc.constantFrom(null, null, 1, 4),
    }),
    fc.record({ does: fc.constant('end' as const), at: fc.nat(9) }),
    fc.record({ does: fc.constant('switch' as const), on: fc.boolean() }),
    fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 80 }) }),
  );
  type Any = typeof any extends fc.Arbitrary<infer Value> ? Value : never;

  /** A life so far, and the renewal that is announced; only an own one is asked after. */
  type Life = { now: number; issue: number; terms: Subscriptions; since: Date | null; added: number };
  const planOf = ({ terms, since }: Life) => {
    const plan = planRenewal(terms, since);
    return plan.type === 'planned' ? plan : null;
  };
  const announce = (life: Life): Life => {
    const plan = planOf(life);
    if (!plan) return life;
    const noticed = (term: Subscription) => (term.id === plan.subscription.id ? { ...term, renewalDue: plan.charge } : term);
    return { ...life, terms: life.terms.map(noticed) };
  };
  const add = (life: Life, source: string, issues: number | null): Life => {
    const id = `s${life.added + 1}`;
    const made = makeBought({ id, source: `${source}:${id}`, issues: source === 'comp' ? issues : null, at: day(life.now) });
    return { ...life, added: life.added + 1, terms: addSubscription(life.terms, made) };
  };
  const comes = (life: Life): Life => {
    const [now, issue] = [life.now + 91, life.issue + 1];
    return { ...life, now, issue, terms: releaseIssue(life.terms, { issue, at: day(now) }) };
  };
  function live(life: Life, step: Any): Life {
    switch (step.does) {
      case 'release':
        return Array.from({ length: step.issues }).reduce<Life>((sum) => announce(comes(sum)), life);
      case 'add':
        return announce(add(life, step.source, step.issues));
      case 'end': {
        const ended = life.terms[step.at % Math.max(1, life.terms.length)];
        return ended ? announce({ ...life, terms: cancelSubscription(life.terms, ended.id, day(life.now)) }) : life;
      }
      case 'switch':
        return announce({ ...life, since: step.on ? (life.since ?? day(life.now)) : null });
      case 'wait':
        return { ...life, now: life.now + step.days };
    }
  }

  it('what somebody gives while what a reader pays for is announced changes nothing of what is renewed', () => {
    const given = fc.constantFrom<[string, number | null]>(['gift', null], ['comp', null], ['comp', 1]);
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 2, maxLength: 14 }),
        fc.integer({ min: 0, max: 59 }),
        given,
        (steps, days, [source, issues]) => {
          const begun = add({ now: 0, issue: 0, terms: [], since: day(0), added: 0 }, 'order', null);
          const life = steps.reduce(live, begun);
          const plan = planOf(life);
          const now = Math.max(life.now, plan ? Math.round((plan.remind.getTime() - day(0).getTime()) / DAY) + days : 0);
          fc.pre(plan !== null && plan.subscription.source.startsWith('order') && day(now).getTime() < plan.charge.getTime() + 30 * DAY);
          const over = Array.from({ length: 4 }).reduce<Life>(comes, add({ ...life, now }, source, issues));
          expect(planOf(over)).toMatchObject({ subscription: { id: plan?.subscription.id }, choice: plan?.choice });
        },
      ),
    );
  });
});

describe('renewing by itself goes on as something ends', () => {
  it.each<[string, Subscriptions, number, boolean]>([
    ['of what is all there is', paid, 1, false],
    ['of a gift that is all there is', bought(GIFT), 1, false],
    ['of a gift beside what is paid for', then(paid, GIFT), 2, true],
    ['of a gift behind it, its renewal put off', then(served, GIFT, { issue: 12, days: 9 }), 2, true],
    ['of an issue that the desk gave', then(paid, ISSUE), 2, true],
    ['of one of two that are paid for', then(paid, MORE), 2, true],
    ['of the other', then(paid, MORE), 1, true],
    ['of a renewal, the first having run out', then(served, MORE, { issue: 12, days: 5 }), 2, false],
    ['of what is paid for, with a gift behind it, which nobody asked to renew', then(paid, GIFT), 1, false],
    ['of one of two gifts', bought(GIFT, { ...GIFT, source: 'gift:2' }), 2, true],
  ])('%s: %#', (_, before, cycle, goesOn) => {
    expect(goesOnRenewing(before, cancelSubscription(before, `s${cycle}`, releaseDay(13)))).toBe(goesOn);
  });
});

describe('where a reader stands', () => {
  it.each<[string, Subscriptions, string]>([
    ['run out, a second one behind it ended while it ran', out(end(out(then(paid, MORE), 3), 2, 3), 12, 4), 'expired'],
    ['run out, a gift behind it ended', end(out(then(served, GIFT, { issue: 12, days: 9 }), 13, 13), 2, 13), 'expired'],
    ['ended when the one before had run out', end(out(then(paid, MORE), 13), 2, 13), 'cancelled'],
    ['both ended', end(end(out(then(paid, MORE), 3), 2, 3), 1, 4), 'cancelled'],
  ])('%s', (_, subscriptions, type) => {
    expect(standing(subscriptions, true).type).toBe(type);
  });

  it('is shown by what they paid for, and not by a gift behind it that was ended', () => {
    const ended = end(out(then(served, GIFT, { issue: 12, days: 9 }), 13, 13), 2, 13);
    expect(timetable(ended, 13, true).current_subscription).toMatchObject({ info: { token: 's1', cancelled: null } });
  });
});
