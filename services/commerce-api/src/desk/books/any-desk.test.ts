// @module-tag ci
import { DeskParcelNow } from '@newsstand/contracts/desk-parcels';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { DeskGood } from '@newsstand/contracts/desk-stock';
import { DeskOrderMoney, RefundPlan } from '@newsstand/contracts/desk-refund';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooks } from '../../../test/books.ts';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { manyLives, timeFor, type Lives } from '../../../test/many-lives.ts';
import { sellMugs } from '../../../test/parcels.ts';
import { HOME, live, makeSubscriber } from '../../../test/subscriber.ts';
import { runRelease } from '../../ledger/releases/run-release.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';

// Staff do whatever they like to a reader, in whatever order, and take it back: the books add up after each thing. What
// readers do by themselves, with the provider and its webhooks, is tried in `payments/renewals/any-life.test.ts` and
// `shop/check-out/any-order.test.ts`.
let service: DeskApp;
let ann: Browser;
let felix: Browser;
let close: () => Promise<unknown>;
async function open(): Promise<() => Promise<unknown>> {
  const opened = await createDeskTestApp();
  service = opened;
  return () => opened.close();
}
beforeAll(async () => {
  close = await open();
});
afterAll(() => close());

const DOES = [
  'give',
  'end',
  'take back',
  'take back',
  'issue comes out',
  'pay back the subscription',
  'pay back mugs',
  'decide a refund',
  'decide a refund',
  'give back what a refund took',
  'give back what a refund took',
  'take away alone',
  'decide what went back elsewhere',
  'send mugs',
  'restock',
  'write off',
  'send a copy',
  'move house',
  'note',
  'renew by itself',
] as const;
const step = fc.record({ does: fc.constantFrom(...DOES), which: fc.nat({ max: 3 }), twice: fc.boolean() });
type Step = { does: (typeof DOES)[number]; which: number; twice: boolean };

type Life = { id: string; mugs: Awaited<ReturnType<typeof sellMugs>>; sold: string };

/**
 * A reader with mugs that were paid for and not sent, and a year of print that was: both for so much that another
 * person has to allow most of what is paid back.
 */
async function begin(): Promise<Life> {
  const { id, name, email } = await makeSubscriber(service);
  await live(service, id);
  const mugs = await sellMugs(service, { ownerId: id, quantity: 3 });
  await service.deps.db.order.update({ where: { id: mugs.id }, data: { goods: 36_000, total: 36_000 } });
  await service.deps.db.orderLine.updateMany({ where: { orderId: mugs.id }, data: { price: 12_000 } });
  const [sold, now] = [uuidv7(), service.deps.clock()];
  const sums = { goods: 30_000, shipping: 0, discount: 0, waived: 0, total: 30_000 };
  const who = { publicationId: 'main', ownerId: id, name, email, shipcode: 'a', cartVersion: 1, receiptToken: sold };
  const line = { ordinal: 0, type: 'personal-subscription', ref: 'print-a', name: 'Print', quantity: 1, price: 30_000 };
  await service.deps.db.order.create({
    data: { id: sold, number: `EXS-${sold}`, state: 'paid', ...who, ...sums, paid: now, lines: { create: [line] } },
  });
  const term = {
    id: uuidv7(),
    source: `order:${sold}:0`,
    term: '1year',
    level: 'low',
    deliverables: { set: 'print-a', active: 'print-a' },
  } as const;
  await service.deps.db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId: id, ...term, at: now }));
  return { id, mugs, sold };
}

const pageOf = async ({ id }: Life) => v.parse(DeskReader, await (await ann.get(`/api/desk/readers/${id}`)).json());
const refundsOf = async ({ mugs, sold }: Life) => {
  const of = async (order: string) => v.parse(DeskOrderMoney, await (await ann.get(`/api/desk/orders/${order}/money`)).json()).refunds;
  return [...(await of(mugs.id)), ...(await of(sold))];
};
const Planned = v.object({ plan: RefundPlan });
let issues = 5000;

/** What is asked for, as the page that was just read says it; null for nothing. */
async function asked(life: Life, { does, which }: Step): Promise<{ path: string; body: object; by?: Browser } | null> {
  const reader = `/api/desk/readers/${life.id}`;
  switch (does) {
    case 'give': {
      const { terms } = await pageOf(life);
      const comp = { deliverable: 'print-a', level: 'low', term: '1year', issues: which === 0 ? null : which, terms: terms.length };
      return { path: `${reader}/comps`, body: { reason: 'courtesy', ...comp } };
    }
    case 'end': {
      const { terms } = await pageOf(life);
      const term = terms[which % Math.max(1, terms.length)];
      return term ? { path: `${reader}/subscriptions/${term.id}/cancel`, body: { reason: 'asked', served: term.served } } : null;
    }
    case 'take back': {
      const { history } = await pageOf(life);
      const open = history.filter(({ undo }) => undo);
      const done = open[which % Math.max(1, open.length)];
      return done ? { path: `/api/desk/actions/${done.id}/undo`, body: {} } : null;
    }
    case 'issue comes out': {
      issues += 1;
      const names = { ref: `iss:${issues}`, title: 'T', slug: `issue-${issues}`, summary: '', cover: {} };
      const released = new Date(service.deps.clock().getTime() - DAY);
      await service.deps.db.issue.create({ data: { publicationId: 'main', number: issues, ...names, released } });
      await runRelease(service.deps, issues);
      return null;
    }
    case 'pay back the subscription':
    case 'pay back mugs': {
      const order = does === 'pay back mugs' ? life.mugs.id : life.sold;
      const line = {
        ordinal: 0,
        quantity: which === 3 ? 0 : 1,
        amount: which === 2 ? 100 : which === 3 ? 1 : null,
        came_back: which === 1,
      };
      const wish = { reason: 'asked', method: 'check', reference: '17', lines: [line], shipping: 0, redeemed: 'keep' };
      const path = `/api/desk/orders/${order}/refunds`;
      const tried = await ann.post(`${path}?dry`, { action: uuidv7(), version: '', ...wish });
      if (tried.status !== 200) return null;
      const { plan } = v.parse(Planned, await tried.json());
      return { path, body: { version: plan.version, ...wish } };
    }
    case 'take away alone': {
      const order = which % 2 === 0 ? life.mugs.id : life.sold;
      const lines = [{ ordinal: 0, quantity: which === 2 ? 2 : 1, amount: 0, came_back: false }];
      const wish = { reason: 'mended', method: 'check', reference: '', lines, shipping: 0, redeemed: 'keep' };
      const path = `/api/desk/orders/${order}/refunds`;
      const tried = await ann.post(`${path}?dry`, { action: uuidv7(), version: '', ...wish });
      if (tried.status !== 200) return null;
      return { path, body: { version: v.parse(Planned, await tried.json()).plan.version, ...wish } };
    }
    case 'decide what went back elsewhere': {
      const order = which % 2 === 0 ? life.mugs.id : life.sold;
      const dry = { action: uuidv7(), reason: 'asked', version: '', lines: [], redeemed: 'keep' };
      const known = await ann.post(`/api/desk/orders/${order}/refunds?dry`, { ...dry, method: 'check', reference: '', shipping: 0 });
      if (known.status !== 200) return null;
      const { total, gone, lines } = v.parse(Planned, await known.json()).plan;
      // As the provider tells of it: all that is left, or an odd part of it.
      const amount = which > 1 ? total - gone : Math.floor((total - gone) / 3);
      if (amount === 0) return null;
      const [back, now] = [`re_${uuidv7()}`, service.deps.clock()];
      await service.deps.db.moneyBack.create({
        data: { id: back, orderId: order, state: which === 1 ? 'pending' : 'refunded', amount, created: now, updated: now },
      });
      const taken = lines.flatMap(({ ordinal, quantity, taken: before }) =>
        which > 0 && quantity > before ? [{ ordinal, quantity: quantity - before, came_back: false }] : [],
      );
      const path = `/api/desk/money-back/${back}/decide`;
      const tried = await ann.post(`${path}?dry`, { ...dry, lines: taken });
      if (tried.status !== 200) return null;
      const { version } = v.parse(Planned, await tried.json()).plan;
      return { path, body: { reason: 'asked', version, lines: taken, redeemed: 'keep' } };
    }
    case 'decide a refund': {
      const waiting = (await refundsOf(life)).filter(({ state }) => state === 'to-approve');
      const one = waiting[which % Math.max(1, waiting.length)];
      // Whoever asked for it cannot allow it.
      return one ? { path: `/api/desk/refunds/${one.id}/approve`, body: { approved: which === 0, note: '' }, by: felix } : null;
    }
    case 'give back what a refund took': {
      const taken = (await refundsOf(life)).filter(({ undo }) => undo);
      const one = taken[which % Math.max(1, taken.length)];
      return one ? { path: `/api/desk/refunds/${one.id}/retry`, body: { method: 'undo' } } : null;
    }
    case 'send mugs': {
      const answer = await ann.get(`/api/desk/parcels/${life.mugs.number}`);
      // All of it was sent, or never is.
      if (answer.status !== 200) return null;
      const { version } = v.parse(DeskParcelNow, await answer.json()).parcel;
      return { path: `/api/desk/parcels/${life.mugs.number}/sent`, body: { version, carrier: '', tracking: '' } };
    }
    case 'restock':
    case 'write off': {
      const path = `/api/desk/stock/basic-product/${encodeURIComponent(life.mugs.ref)}`;
      const { good } = v.parse(DeskGood, await (await ann.get(path)).json());
      const kind = does === 'restock' ? 'restock' : 'loss';
      return { path: `${path}/moves`, body: { kind, pieces: which + 1, stock: good.stock, held: good.held, note: 'counted' } };
    }
    case 'send a copy': {
      const { given } = await pageOf(life);
      const one = given[which % Math.max(1, given.length)];
      return one ? { path: `${reader}/copies`, body: { reason: 'lost', issue: one.issue, asked: one.again } } : null;
    }
    case 'move house': {
      const { addresses } = await pageOf(life);
      const { state_name: _, country_code, country_name: _name, ...typed } = HOME;
      const address = { ...typed, line1: `${which} Elm St`, country: country_code };
      return { path: `${reader}/address/a`, body: { reason: 'asked', version: addresses[0]?.version ?? 'none', address } };
    }
    case 'note':
      return { path: `${reader}/notes`, body: { text: `Rang ${which} times` } };
    case 'renew by itself':
      return { path: `${reader}/autorenew`, body: { reason: 'asked', on: which > 1 } };
  }
}

const ANSWERS = [200, 404, 409, 422, 429];
const done = new Map<string, number>();

async function perform(life: Life, one: Step): Promise<void> {
  const wish = await asked(life, one);
  if (wish === null) return;
  // Pressed twice it is one action; by two people it is two, of which the second is told.
  const send = (action: string) => (wish.by ?? ann).post(wish.path, { action, ...wish.body });
  const action = uuidv7();
  const answers = await Promise.all(one.twice ? [send(action), send(one.which % 2 === 0 ? action : uuidv7())] : [send(action)]);
  for (const answer of answers) {
    expect(ANSWERS, `${one.does} ${await answer.text()}`).toContain(answer.status);
    if (answer.status === 200) done.set(one.does, (done.get(one.does) ?? 0) + 1);
  }
}

const does = (what: Step['does'], which = 0): Step => ({ does: what, which, twice: true });
/** Both are paid back, not allowed, and given back, with what else may happen between; and once more. */
const GIVEN_BACK: Step[] = [
  does('renew by itself', 2),
  does('issue comes out'),
  does('pay back the subscription'),
  does('decide a refund', 1),
  does('issue comes out'),
  does('give back what a refund took'),
  ...[1, 2, 3].map(() => does('pay back mugs')),
  does('decide a refund', 1),
  does('give back what a refund took'),
  does('send mugs'),
  does('issue comes out'),
  does('pay back the subscription'),
  does('decide a refund', 1),
  does('give back what a refund took'),
  does('take away alone'),
  does('take back'),
  does('decide what went back elsewhere'),
  does('decide what went back elsewhere', 2),
  does('decide what went back elsewhere', 1),
];

async function liveThem(lives: Partial<Lives>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
      await service.deps.db.$executeRaw`delete from rate_limit`;
      [ann, felix] = [await service.as('publisher'), await service.as('accountant')];
      const life = await begin();
      for (const one of steps) {
        await perform(life, one);
        await expectBooks(service.deps);
      }
    }),
    { ...lives, endOnFailure: true, examples: [[GIVEN_BACK]] },
  );
}

test(
  'whatever staff do to a reader and take back, pressed twice or by two at once, the books add up after each thing',
  { timeout: 600_000 },
  async () => {
    await liveThem({ numRuns: 2 });
    expect(done.get('give back what a refund took'), 'refunds were undone').toBeGreaterThan(1);
    expect(done.get('decide what went back elsewhere'), 'money of elsewhere was decided about').toBeGreaterThan(1);
  },
);

test('the same in many lives', { tags: ['long'], timeout: timeFor(300) }, async () => {
  await manyLives(300, open, liveThem);
  for (const deed of [
    'decide a refund',
    'decide what went back elsewhere',
    'take away alone',
    'give back what a refund took',
    'end',
    'take back',
  ])
    expect(done.get(deed), deed).toBeGreaterThan(10);
});
