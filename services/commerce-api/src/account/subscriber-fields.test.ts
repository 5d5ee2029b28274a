import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver, HOME, live, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let service: TestApp;
const now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

/** The source of a term that the helpers add. */
const ORDER = expect.stringMatching(/^test:/);

test(
  'a subscription and its timetable have each field of section 3, with what was paid for, what came and what is to come',
  {
    tags: [
      '§3.subscription.1',
      '§3.subscription.2',
      '§3.subscription.3',
      '§3.subscription.4',
      '§3.timetable.1',
      '§3.timetable.2',
      '§3.timetable.3',
      '§3.account.3',
      '§3.address.1',
      '§3.issue.2',
      '§7.calls.16',
      '§7.calls.28',
    ],
  },
  async () => {
    const { browser, id, name, email } = await makeSubscriber(service);
    const first = await subscribe(service, id);
    await deliver(service, first, [13, 14, 15]);
    // Since then it comes as files, at no cost.
    await service.deps.db.subscription.update({
      where: { token: first },
      data: { activeDeliverable: 'digital', settingsMedium: 'digital' },
    });
    const second = await subscribe(service, id, { deliverable: 'print-b', term: '2year' });
    await live(service, id);

    const { account, timetable } = await subscriberAt(browser);
    const came = [13, 14, 15].map((issue) => ({ issue, deliverable: 'print-a' }));
    const both = {
      level: 'low',
      created: now.toISOString(),
      cancelled: null,
      copies: 1,
      order: ORDER,
      issues: null,
      given: false,
      legacy_tokens: [],
    };
    expect(timetable).toEqual({
      current_subscription: {
        active: true,
        info: {
          ...both,
          token: first,
          term: '1year',
          phase: 'introductory',
          deliverables: { set: 'print-a', active: 'digital' },
          settings: { medium: 'digital', level: 'low' },
          tokens: came,
          token_summary: { paid: 4, delivered: 3, left: 1, forfeited: 0 },
          tokens_left: 1,
          issues_left: 1,
          status: { expiring: true, extended: false, count: 1 },
        },
      },
      future_subscriptions: [
        {
          active: false,
          info: {
            ...both,
            token: second,
            term: '2year',
            phase: 'renewal',
            deliverables: { set: 'print-b', active: 'print-b' },
            settings: { medium: 'print', level: 'low' },
            tokens: [],
            token_summary: { paid: 8, delivered: 0, left: 8, forfeited: 0 },
            tokens_left: 8,
            issues_left: 8,
            status: { expiring: false, extended: true, count: 8 },
          },
        },
      ],
      lifetime_subscription: null,
      issues_expected: [
        { issue: 16, deliverable: 'digital' },
        ...[17, 18, 19, 20, 21, 22, 23, 24].map((issue) => ({ issue, deliverable: 'print-b' })),
      ],
      issues_delivered: came,
      discontinuous: false,
      address_required: { a: false, b: true, c: false },
      address_removable: { a: true, b: false, c: true },
    });
    expect(account).toMatchObject({ name, email, addresses: { a: HOME, b: null, c: null } });
  },
);

test(
  'a cancelled lifetime says when it was cancelled, and what came of it',
  { tags: ['§3.subscription.1', '§3.subscription.3', '§3.timetable.2'] },
  async () => {
    const { browser, id } = await makeSubscriber(service);
    const token = await subscribe(service, id, { term: 'lifetime', deliverable: 'digital' });
    expect((await subscriberAt(browser)).timetable.lifetime_subscription?.info).toMatchObject({
      token,
      cancelled: null,
      issues_left: null,
    });
    await service.deps.db.subscription.update({ where: { token }, data: { cancelled: now } });
    const info = { token, term: 'lifetime', cancelled: now.toISOString(), tokens_left: 0, issues_left: 0 };
    expect((await subscriberAt(browser)).timetable).toMatchObject({ current_subscription: { active: false, info }, issues_expected: [] });
  },
);

test(
  'the upgrade of a subscription has a price for each print zone and level, and the renewal the issues that are expected',
  { tags: ['§3.pricing.2', '§3.renewal.1', '§7.calls.31'] },
  async () => {
    const { browser, id } = await makeSubscriber(service);
    const token = await subscribe(service, id, { deliverable: 'digital' });
    await deliver(service, token, [14, 15]);
    const settings = v.parse(SubscriptionSettings, await (await browser.get(`/api/account/subscriptions/${token}`)).json());
    const { low, high } = service.deps.publication.cached().prices.upgrades;
    const ofTwo = ({ a, b, c }: typeof low) => ({ a: { amount: 2 * a }, b: { amount: 2 * b }, c: { amount: 2 * c } });
    expect(low.a).toBeGreaterThan(0);
    expect(new Set([low.a, low.b, low.c, high.a, high.b, high.c]).size).toBeGreaterThan(3);
    expect(settings.upgrade.options).toEqual({ low_prices: ofTwo(low), high_prices: ofTwo(high), can_upgrade: true, can_update: true });

    const page = v.parse(PageData, await (await browser.get('/api/page/renew')).json());
    expect(page.renew?.options).toEqual({
      expiration_tokens: { extended: false, expiring: true, expired: false },
      issues_expected: [{ issue: 16 }, { issue: 17 }],
      is_lifetime: false,
    });
  },
);
