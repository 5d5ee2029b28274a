import { type Cart, Level, type Medium, Term } from '@newsstand/contracts/cart';
import { PaymentResult } from '@newsstand/contracts/checkout';
import { Coupon, tryCoupon } from '@newsstand/contracts/coupon';
import { deliverableOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { addUp, type Choice, Pricing, subscriptionPrice } from '@newsstand/contracts/pricing';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import { issuesOf } from '@newsstand/contracts/term';
import { upgradeTo } from '@newsstand/contracts/upgrade';
import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCharged, openMagazine, release, settled, type Magazine } from '../../../test/timed-magazine.ts';
import { putCard } from '../../../test/card-reader.ts';
import { expectPromised, promisedNow, type Promised } from '../../../test/promised-renewals.ts';
import { logInWith, makeAccount } from '../../../test/reader.ts';
import { ADDRESS, CARDS, Reader } from '../../../test/shop.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { countIssues, deliveries, isLifetime } from '../../rules/subscriptions/subscription-rules.ts';
import { runRenewals } from './run-renewals.ts';

let magazine: Magazine;
let pricing: Pricing;
beforeAll(async () => {
  magazine = await openMagazine();
  // As the page is told.
  const { browser } = new Reader(magazine.browser(), magazine.emulator);
  pricing = v.parse(v.object({ subscribe: v.object({ pricing: Pricing }) }), await (await browser.get('/api/page/subscribe')).json())
    .subscribe.pricing;
});
afterAll(() => magazine.close());

const CODES = ['FIRSTLANDING', 'STAYLONGER', 'PAPERTRAIL', 'DIPLOMATICBAG'];
const REFUSES = '4000000000000341'; // when it is charged, not when it is saved

const choice = {
  medium: fc.constantFrom<Medium>('print', 'digital'),
  level: fc.constantFrom(...Level.options),
  term: fc.constantFrom(...Term.options),
  coupon: fc.option(fc.constantFrom(...CODES)),
};
/** What the reader does at the payment: pays, pays after a refusal, or goes away. */
const pays = fc.constantFrom('at once' as const, 'at once' as const, 'after a refusal' as const, 'never' as const);
const step = fc.oneof(
  fc.record({ does: fc.constant('buy' as const), ...choice, autorenew: fc.boolean(), pays }),
  fc.record({ does: fc.constant('renew' as const), ...choice, autorenew: fc.boolean(), pays }),
  fc.record({ does: fc.constant('give' as const), ...choice, count: fc.integer({ min: 1, max: 3 }), pays }),
  fc.record({ does: fc.constant('redeem' as const), twice: fc.boolean() }),
  fc.record({ does: fc.constant('upgrade' as const), medium: choice.medium, level: choice.level, pays }),
  fc.record({ does: fc.constant('donate' as const), monthly: fc.boolean(), dollars: fc.integer({ min: 1, max: 300 }), pays }),
  fc.record({ does: fc.constant('cancel' as const) }),
  fc.record({ does: fc.constant('autorenew' as const), on: fc.boolean() }),
  fc.record({ does: fc.constant('card' as const), number: fc.constantFrom(CARDS.good, REFUSES) }),
  fc.record({ does: fc.constant('webhooks' as const), drop: fc.boolean(), duplicate: fc.boolean(), reverse: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('release' as const), issues: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('run' as const), days: fc.integer({ min: 1, max: 35 }), together: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Pays = Extract<Step, { does: 'buy' }>['pays'];

/** What was done, kept beside the service: by the prices that the page shows. */
type Ledger = { cents: number; issues: number; gifts: number; redeemed: number; promised: Promised[] };
type Somebody = { id: string; email: string; reader: Reader; ledger: Ledger };
const done = new Set<string>();

async function logIn(who: Somebody): Promise<void> {
  who.reader = new Reader(magazine.browser(), magazine.emulator);
  expect((await logInWith(who.reader.browser, who.email)).status).toBe(200);
}

type Choosing = { purpose: 'personal' | 'gift'; renewal: boolean; chosen: Choice; code: string | null; count?: number };

/** What the page shows beside its button: the running price of its choices, with the coupon that it is told of now. */
async function shown({ reader }: Somebody, { purpose, renewal, chosen, code, count = 1 }: Choosing): Promise<number> {
  const { deliverable, level, term } = chosen;
  const told = async (typed: string) => v.parse(Coupon, await (await reader.browser.get(`/api/subscribe/coupon?code=${typed}`)).json());
  const coupon = code === null ? null : tryCoupon(code, await told(code), { purpose, renewal, deliverable, level, term, copies: count });
  const { price, shipping, discount } = subscriptionPrice(pricing, chosen, coupon, count);
  return addUp([{ goods: price * count, shipping, discount }]).total;
}

/**
 * Presses the page's button at the price that it shows, and goes as far as `how` says. False where it was refused, or
 * never paid: then nothing is owed.
 */
async function order(who: Somebody, path: string, body: object, total: number, how: Pays): Promise<boolean> {
  const { browser } = who.reader;
  const response = await browser.post(`${path}?captcha=${await browser.captcha()}`, body);
  const answer: unknown = await response.json();
  // Whatever else a reader may be refused, it is never the price.
  expect(JSON.stringify(answer)).not.toContain('The price of your order is now');
  if (response.status !== 200) {
    expect([409, 422]).toContain(response.status);
    return false;
  }
  const parsed = v.parse(PaymentResult, answer);
  const result = parsed.type === 'upgrade-checkout' ? parsed.checkout : parsed;
  if (result.type === 'gratis' || result.type === 'update-succeeded') {
    expect(total, 'what is given for nothing costs nothing').toBe(0);
    return true;
  }
  if (result.type !== 'started' && result.type !== 'updated') throw new Error(`${path} answered ${result.type}`);
  expect(result.total, 'what is asked for is what the page shows').toBe(total);
  if (how === 'never') return false;
  const begun = { intent: result.intent, secret: result.keys.secret };
  if (how === 'after a refusal') expect(await who.reader.pay(begun, CARDS.declined)).toBe('card_declined');
  expect(await who.reader.pay(begun)).toBe('succeeded');
  expect((await who.reader.status(result.intent)).status).toBe('completed');
  who.ledger.cents += total;
  return true;
}

const form = ({ email }: Somebody, total: number, more: object = {}) => ({ name: 'Ana Reader', email, address: ADDRESS, total, ...more });

async function subscribe(who: Somebody, each: Extract<Step, { does: 'buy' | 'renew' }>): Promise<void> {
  const { medium, level, term, coupon, autorenew } = each;
  // Section 2: who has a subscription and picks personal is sent to the renewal's page. Who has none cannot renew.
  const renewal = (await magazine.deps.db.subscription.count({ where: { ownerId: who.id } })) > 0;
  if (each.does === 'renew' && !renewal) return;
  const chosen = { deliverable: deliverableOf(medium, 'a'), level, term };
  const total = await shown(who, { purpose: 'personal', renewal, chosen, code: coupon });
  const cart: Partial<BuilderCart> = { subscription: { renewal, medium, level, term, coupon } };
  const path = renewal ? '/api/subscribe/renew' : '/api/subscribe';
  const promised = await promisedNow(magazine, who.id);
  const bought = await order(who, path, { cart, form: form(who, total, { autorenew }), shipcode: 'a' }, total, each.pays);
  if (!bought) return;
  who.ledger.issues += issuesOf(term) ?? 0;
  who.ledger.promised.push(...promised);
  done.add(renewal ? 'renew' : 'buy');
}

async function give(who: Somebody, { medium, level, term, coupon, count, pays: how }: Extract<Step, { does: 'give' }>): Promise<void> {
  const deliverable = deliverableOf(medium, 'a');
  const giftsubs: Cart['giftsubs'] = Array.from({ length: count }, () => ({ deliverable, level, term, coupon }));
  const chosen = { deliverable, level, term };
  const total = await shown(who, { purpose: 'gift', renewal: false, chosen, code: coupon, count });
  if (!(await order(who, '/api/donate', { cart: { giftsubs }, form: form(who, total), shipcode: 'a' }, total, how))) return;
  who.ledger.gifts += count;
  done.add('give');
}

/** A gift that this reader gave becomes a renewal of their own. */
async function redeem(who: Somebody, twice: boolean): Promise<void> {
  const gift = await magazine.deps.db.gift.findFirst({ where: { ownerId: who.id, redeemedBy: null }, orderBy: { id: 'asc' } });
  if (!gift) return;
  const { browser } = who.reader;
  const body = { form: form(who, 0), shipcode: shipcodeOf('print-a'), subscription: { token: gift.token, deliverable: gift.deliverable } };
  const press = async () => (await browser.post(`/api/subscribe/redeem?token=${gift.token}`, body)).status;
  const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, press));
  expect(
    answers.filter((status) => status === 200),
    'one redemption',
  ).toHaveLength(1);
  who.ledger.issues += issuesOf(v.parse(Term, gift.term)) ?? 0;
  who.ledger.redeemed += 1;
  done.add('redeem');
}

async function upgrade(who: Somebody, { medium, level, pays: how }: Extract<Step, { does: 'upgrade' }>): Promise<void> {
  const row = await magazine.deps.db.subscription.findFirst({ where: { ownerId: who.id, cancelled: null }, orderBy: { cycle: 'desc' } });
  if (!row) return;
  const { browser } = who.reader;
  const page = v.parse(SubscriptionSettings, await (await browser.get(`/api/account/subscriptions/${row.token}`)).json()).upgrade;
  const target = { deliverable: deliverableOf(medium, 'a'), level };
  const asked = upgradeTo(page.options, page.subscription, target);
  if (asked.type !== 'free' && asked.type !== 'payable') return;
  const total = asked.type === 'payable' ? asked.amount : 0;
  const body = { form: form(who, total), shipcode: 'a', subscription: { token: row.token, ...target } };
  if (await order(who, '/api/account/subscriptions/update', body, total, how)) done.add(asked.type);
}

async function perform(who: Somebody, each: Step): Promise<void> {
  const { deps, emulator } = magazine;
  switch (each.does) {
    case 'buy':
    case 'renew':
      return subscribe(who, each);
    case 'give':
      return give(who, each);
    case 'redeem':
      return redeem(who, each.twice);
    case 'upgrade':
      return upgrade(who, each);
    case 'donate': {
      const { dollars } = each;
      const cart = { donation: { process: each.monthly ? 'monthly-init' : 'onetime', dollars } };
      if (await order(who, '/api/donate', { cart, form: form(who, dollars * 100), shipcode: 'a' }, dollars * 100, each.pays))
        done.add('donate');
      return;
    }
    case 'cancel':
      await deps.db.$executeRaw`
        update subscription set cancelled = ${magazine.now()} where id = (
          select id from subscription where owner_id = ${who.id}::uuid and cancelled is null order by cycle limit 1)`;
      return;
    case 'autorenew':
      // Without a card it is refused.
      expect([200, 409]).toContain((await who.reader.browser.post('/api/account/autorenew', { autorenew: each.on })).status);
      return;
    case 'card':
      await putCard(magazine, who, each.number);
      return;
    case 'webhooks':
      emulator.control.switch({ drop: each.drop, duplicate: each.duplicate, reverse: each.reverse });
      return;
    case 'release':
      return release(magazine, each.issues);
    case 'run':
      magazine.travel(each.days);
      await Promise.all(Array.from({ length: each.together ? 3 : 1 }, () => runRenewals(deps)));
      // Nobody stays logged in that long.
      return logIn(who);
  }
}

async function expectOwed({ id, ledger }: Somebody): Promise<void> {
  const { db } = magazine.deps;
  const charges = await db.charge.findMany({ where: { ownerId: id, state: 'paid' } });
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0);
  const orders = new Set((await db.order.findMany({ where: { ownerId: id }, select: { id: true } })).map((each) => each.id));
  const { payment_intents } = magazine.emulator.control.state();
  const theirs = payment_intents.filter(({ metadata }) => metadata.owner === id || orders.has(metadata.order ?? ''));
  const received = theirs.reduce((sum, { amount_received }) => sum + amount_received, 0);
  expect(received, 'money in is what the page showed of what was bought, and what the renewal run charged').toBe(ledger.cents + charged);

  const subscriptions = await readSubscriptions(magazine.deps, id);
  const renewed = subscriptions
    .filter(({ source }) => source.startsWith('renewal:'))
    .reduce((sum, { term }) => sum + (issuesOf(term) ?? 0), 0);
  const accounts = subscriptions.filter((each) => !isLifetime(each)).map(countIssues);
  const owed = accounts.reduce((sum, { delivered, left, forfeited }) => sum + delivered + (left ?? 0) + forfeited, 0);
  expect(owed, 'issues delivered, left and forfeited are the issues paid for').toBe(ledger.issues + renewed);
  const issues = deliveries(subscriptions).map(({ issue }) => issue);
  expect(new Set(issues).size, 'no issue twice').toBe(issues.length);
  await expectPromised(magazine, id, ledger.promised);
  expect(await db.gift.count({ where: { ownerId: id } })).toBe(ledger.gifts);
  expect(await db.gift.count({ where: { ownerId: id, redeemedBy: { not: null } } })).toBe(ledger.redeemed);
}

const PLAIN = { level: 'low', coupon: null, pays: 'at once' } as const;
/** A life in which everything happens once, so that nothing is proved of what never did. */
const FULL: Step[] = [
  { does: 'buy', medium: 'digital', term: '1year', autorenew: true, ...PLAIN, coupon: 'FIRSTLANDING' },
  { does: 'upgrade', medium: 'print', level: 'low', pays: 'after a refusal' },
  { does: 'upgrade', medium: 'digital', level: 'low', pays: 'at once' },
  { does: 'give', medium: 'digital', term: '2year', count: 3, ...PLAIN, coupon: 'DIPLOMATICBAG' },
  { does: 'give', medium: 'print', term: '1year', count: 2, ...PLAIN },
  { does: 'redeem', twice: true },
  { does: 'donate', monthly: true, dollars: 25, pays: 'at once' },
  { does: 'renew', medium: 'print', term: '3year', autorenew: true, ...PLAIN, pays: 'never' },
  { does: 'renew', medium: 'print', term: '1year', autorenew: true, ...PLAIN, coupon: 'STAYLONGER' },
  { does: 'cancel' },
  ...Array.from({ length: 4 }, (): Step => ({ does: 'release', issues: 4 })),
  { does: 'release', issues: 2 },
  { does: 'run', days: 31, together: true },
];
/** An issue comes out between a notice and the renewal's payment: by itself, and by hand. */
const BETWEEN: Step[] = [
  { does: 'buy', medium: 'digital', term: '1year', autorenew: true, ...PLAIN },
  { does: 'release', issues: 4 },
  { does: 'run', days: 10, together: false },
  { does: 'release', issues: 1 },
  { does: 'run', days: 21, together: true },
  { does: 'release', issues: 3 },
  { does: 'run', days: 10, together: false },
  { does: 'release', issues: 1 },
  { does: 'renew', medium: 'print', term: '2year', autorenew: true, ...PLAIN },
];

test(
  'whatever a reader buys, gives, redeems, renews, upgrades and lets fail on the pages, the price is the page’s, money in is money owed, and issues owed are issues paid for',
  () => expectLaw(4),
  300_000,
);
test('the same in many more lives', { tags: ['long'], timeout: 300_000 }, () => expectLaw(24));

/** In so many lives: the two above, and random ones. */
async function expectLaw(lives: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      magazine.emulator.control.switch({ drop: false, duplicate: false, reverse: false });
      const account = await makeAccount(magazine);
      const who: Somebody = {
        ...account,
        reader: new Reader(magazine.browser(), magazine.emulator),
        ledger: { cents: 0, issues: 0, gifts: 0, redeemed: 0, promised: [] },
      };
      await logIn(who);
      for (const each of [...steps, { does: 'webhooks', drop: false, duplicate: false, reverse: false } as const]) await perform(who, each);
      // In the end what was lost on the way is looked up.
      await magazine.live(2);
      await settled(magazine);
      await expectOwed(who);
      await expectCharged(magazine);
    }),
    { numRuns: lives, examples: [[FULL], [BETWEEN]], interruptAfterTimeLimit: 240_000, markInterruptAsFailure: true },
  );
  expect([...done].toSorted()).toEqual(['buy', 'donate', 'free', 'give', 'payable', 'redeem', 'renew']);
  expect(await magazine.deps.db.charge.count({ where: { kind: 'renewal', state: 'paid' } })).toBeGreaterThan(0);
}
