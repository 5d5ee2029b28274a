// @module-tag ci
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookMessage } from '@newsstand/contracts/webhook';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newcomer, openShop, stock, type Shop } from '../../../test/shop.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { readJobs } from '../../desk/jobs/read-jobs.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { applyChange } from '../../ledger/terms/apply-change.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { leaveListUrl } from '../../letters/unsubscribe.ts';
import type { Running } from '../../platform/running.ts';
import { leaveList, putOnLists } from '../../readers/join-list.ts';
import { cleanUp } from '../clean-up.ts';
import { startJobs } from '../start-jobs.ts';
import { deliverHooks } from './deliver-hook.ts';
import { openEndpoint } from './relay-hooks.ts';
import { listHooks, replayHooks } from './replay-hooks.ts';

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [NEW, OLD] = [secret(), secret()];

const join = (email: string) => putOnLists(shop.deps, { email, tags: ['letter'], asked: new Date() });

type Received = { headers: IncomingHttpHeaders; body: string };
/** A publisher's system: what it was sent, and what it answers. */
let received: Received[] = [];
let answers: (count: number) => { status: number; headers?: Record<string, string> };
let receiver: Server;
let endpoint: Record<string, string>;
let shop: Shop;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const { status, headers } = answers(received.length);
      response.writeHead(status, headers).end('thank you');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : 0;
  endpoint = { WEBHOOK_URL: `http://127.0.0.1:${port}/hooks`, WEBHOOK_SECRETS: `${NEW} ${OLD}` };
  shop = await openShop({ env: endpoint });
  await openEndpoint(shop.deps);
  await stock(shop.deps.db, 'prd:kite', 8);
});
afterAll(async () => {
  await shop.close();
  receiver.close();
});
beforeEach(async () => {
  received = [];
  answers = () => ({ status: 204 });
  await shop.deps.db.hookMessage.deleteMany();
});

const webhookOf = () => {
  const { webhook } = shop.deps.config;
  if (!webhook) throw new Error('no webhook is configured');
  return webhook;
};
/** As the queue has it done. */
const deliver = async (more: Partial<Parameters<typeof deliverHooks>[0]> = {}) => {
  const rows = await shop.deps.db.hookMessage.findMany({ orderBy: [{ created: 'asc' }, { id: 'asc' }] });
  const jobs = rows.map(({ id }) => ({ id: `job of ${id}`, data: { message: id } }));
  return deliverHooks({ ...shop.deps, ...more }, webhookOf(), jobs);
};
/** A process hands a message over; answers how it ended: null, or the signal. */
async function inProcess(stopAt: string, message: string): Promise<unknown> {
  const environment = { NODE_ENV: 'test', DATABASE_URL: shop.databaseUrl, STRIPE_API_BASE: shop.emulator.url, ...endpoint };
  const program = path.join(import.meta.dirname, '../../../test/crash-hook.ts');
  const argv = [program, JSON.stringify(environment), stopAt, message];
  const [code, signal] = await once(spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  if (signal === null) expect(code).toBe(0);
  return signal;
}
/** What the receiver knows once it has checked who sent it, by somebody else's code. */
const verified = ({ headers, body }: Received, key = NEW) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  new Webhook(key).verify(body, { 'webhook-id': String(id), 'webhook-timestamp': String(at), 'webhook-signature': String(signature) });
  return v.parse(WebhookMessage, JSON.parse(body));
};
const told = async () => {
  await deliver();
  return received
    .map((one) => verified(one))
    .toSorted((one, other) => `${one.type} ${one.timestamp}`.localeCompare(`${other.type} ${other.timestamp}`));
};

/** What the guide's own receiver makes of a message; null where it throws. */
const readByGuide = ({ headers, body }: Received): unknown => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/guide-webhooks.md'), 'utf8');
  const [, code = ''] = /```js\n(\/\/ receive\.mjs\n[^]*?)```/.exec(guide) ?? [];
  const asked = `${code}\nconsole.log(JSON.stringify(read(process.env.BODY, JSON.parse(process.env.HEADERS))));`;
  const env = { ...process.env, WEBHOOK_SECRET: NEW, BODY: body, HEADERS: JSON.stringify(headers) };
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', asked], {
    cwd: import.meta.dirname,
    env,
    encoding: 'utf8',
  });
  return status === 0 ? JSON.parse(stdout) : null;
};

test('a publisher is told of a paid order once, signed by the rules of Standard Webhooks, with both secrets while one is changed', async () => {
  const replica = await shop.replica();
  const jobs: Running[] = await Promise.all([startJobs(shop.deps), startJobs(replica.deps)]);
  try {
    const reader = shop.reader();
    await reader.add('prd:kite', 2);
    const started = await reader.start({ email: 'ada@example.org' });
    await reader.pay(started);
    await reader.status(started.intent);
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
    await sleep(1500);
    expect(received).toHaveLength(1);
    const [first] = received;
    if (!first) return expect.unreachable();
    for (const key of [NEW, OLD])
      expect(verified(first, key)).toMatchObject({
        type: 'order.paid',
        data: {
          email: 'ada@example.org',
          number: expect.stringMatching(/^EXR-\d+$/),
          currency: 'usd',
          lines: [{ ref: 'prd:kite', quantity: 2, price: 500 }],
        },
      });
    expect(() => verified(first, secret())).toThrow();
    expect(() => verified({ ...first, body: first.body.replace('ada@', 'eve@') })).toThrow();
    expect(first.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(readByGuide(first)).toMatchObject({ type: 'order.paid' });
    expect(readByGuide({ ...first, body: first.body.replace('ada@', 'eve@') })).toBeNull();
  } finally {
    for (const one of jobs) await one.stop();
    await replica.close();
  }
});

describe('what a publisher is told', () => {
  const owner = { publicationId: 'main', ownerId: uuidv7() };
  const term = (source: string) =>
    ({
      ...owner,
      id: uuidv7(),
      source,
      term: '1year',
      level: 'low',
      deliverables: { set: 'digital', active: 'digital' },
      at: new Date(),
    }) as const;

  test('is that a subscription began, changed, and ended with its last issue', async () => {
    const { db } = shop.deps;
    await db.account.create({ data: { id: owner.ownerId, publicationId: 'main', email: 'cy@example.org', name: 'Cy' } });
    const begun = term('test:one');
    await db.$transaction((tx) => addTerm(tx, begun));
    const target = { deliverable: 'print-a', level: 'high' } as const;
    await db.$transaction((tx) => applyChange(tx, { ...owner, subscription: begun.id, target, order: uuidv7(), now: new Date() }));
    const tokens = await db.issueToken.findMany({ where: owner, orderBy: { ordinal: 'asc' } });
    for (const { ordinal } of tokens)
      await db.$executeRaw`update issue_token set issue = ${ordinal + 100}::int, deliverable = 'print-a', delivered = now() where owner_id = ${owner.ownerId}::uuid and ordinal = ${ordinal}::int`;
    expect(await told()).toMatchObject([
      {
        type: 'subscription.begun',
        data: { email: 'cy@example.org', term: '1year', phase: 'introductory', level: 'low', deliverable: 'digital' },
      },
      {
        type: 'subscription.changed',
        data: { email: 'cy@example.org', level: 'high', deliverable: 'print-a', paid_deliverable: 'print-a' },
      },
      { type: 'subscription.ended', data: { email: 'cy@example.org', why: 'delivered' } },
    ]);
  });

  test('is that a subscription was cancelled, and no more than that of an account that is gone', async () => {
    const { db } = shop.deps;
    await db.$transaction((tx) => addTerm(tx, term('test:two')));
    await db.subscription.updateMany({ where: { source: 'test:two' }, data: { cancelled: new Date() } });
    await db.account.delete({ where: { id: owner.ownerId } });
    expect(await told()).toMatchObject([
      { type: 'subscription.begun', data: { email: null, phase: 'renewal' } },
      { type: 'subscription.ended', data: { email: null, why: 'cancelled' } },
    ]);
  });

  test('is a gift that was redeemed, and by whom', async () => {
    const giver = shop.reader();
    const gift = { deliverable: 'digital', level: 'low', term: '1year', coupon: 'DIPLOMATICBAG' };
    await giver.browser.post('/api/cart', { type: 'membership', item: { giftsubs: [gift] } });
    const order = await giver.checkOut({ address: null, total: 0, email: 'giver@example.org' });
    const { token } = await shop.deps.db.gift.findFirstOrThrow({
      where: { orderId: (await shop.deps.db.order.findFirstOrThrow({ orderBy: { created: 'desc' } })).id },
    });
    expect(order.type).toBe('gratis');
    const form = { name: 'Bo', ...newcomer(), total: 0 };
    const redeemed = await shop
      .reader()
      .browser.post('/api/subscribe/redeem', { form, shipcode: 'a', subscription: { token, deliverable: 'digital' } });
    expect(redeemed.status).toBe(200);
    expect(await told()).toMatchObject([
      { type: 'gift.redeemed', data: { email: form.email, order: expect.stringMatching(/^EXR-/), term: '1year' } },
      { type: 'order.paid', data: { email: 'giver@example.org', total: 0, lines: [{ quantity: 1 }] } },
      { type: 'subscription.begun', data: { email: form.email, deliverable: 'digital' } },
    ]);
  });

  test('is a donation, and each further month of one', async () => {
    const reader = shop.reader();
    const captcha = await reader.browser.captcha();
    const body = {
      cart: { donation: { process: 'onetime', dollars: 30 } },
      form: { name: 'Di', email: 'di@example.org', total: 3000 },
      shipcode: 'c',
    };
    const started: { intent: string; keys: { secret: string } } = await (
      await reader.browser.post(`/api/donate?captcha=${captcha}`, body)
    ).json();
    await reader.pay({ intent: started.intent, secret: started.keys.secret });
    await reader.status(started.intent);
    await shop.deps.db.donation.updateMany({ where: { amount: 3000 }, data: { paidPeriod: 1 } });
    expect(await told()).toMatchObject([
      { type: 'donation.given', data: { email: 'di@example.org', amount: 3000, monthly: false, month: 1 } },
      { type: 'donation.given', data: { email: 'di@example.org', month: 2 } },
      { type: 'order.paid', data: { email: 'di@example.org', total: 3000 } },
    ]);
  });

  test('is who joins a list and who leaves it, once however often they ask', async () => {
    for (let times = 0; times < 2; times++) await join('eli@example.org');
    const { id } = await shop.deps.db.listSignup.findFirstOrThrow({ where: { email: 'eli@example.org' } });
    const { apiUrl, secret: signed } = shop.deps.config.access;
    const leave = leaveListUrl(apiUrl, signed, id);
    for (let times = 0; times < 2; times++) await leaveList(shop.deps, id);
    await join('eli@example.org');
    for (let times = 0; times < 2; times++) await shop.deps.db.listSignup.deleteMany({ where: { email: 'eli@example.org' } });
    expect(await told()).toMatchObject([
      { type: 'list.joined', data: { email: 'eli@example.org', list: 'letter', leave } },
      { type: 'list.joined', data: { email: 'eli@example.org', list: 'letter' } },
      { type: 'list.left', data: { email: 'eli@example.org', list: 'letter' } },
      { type: 'list.left', data: { email: 'eli@example.org', list: 'letter' } },
    ]);
  });

  test('is that there is little left of a good, when it comes to be so and not with each that is sold then', async () => {
    await stock(shop.deps.db, 'prd:globe', 7);
    const reader = shop.reader();
    for (const quantity of [1, 1, 1]) {
      await reader.add('prd:globe', quantity);
      await reader.buy();
    }
    const low = (await told()).filter(({ type }) => type === 'stock.low');
    expect(low).toMatchObject([{ data: { type: 'basic-product', ref: 'prd:globe', stock: 5 } }]);
  }, 30_000);

  test('is nothing of what was not done after all', async () => {
    const { db } = shop.deps;
    const undone = db.$transaction(async (tx) => {
      await tx.listSignup.create({ data: { publicationId: 'main', email: 'fay@example.org', tag: 'letter' } });
      throw new Error('given up');
    });
    await expect(undone).rejects.toThrow('given up');
    expect(await db.hookMessage.count()).toBe(0);
  });

  test('is only what they asked for, and nothing where nobody is to be told, which costs no request a statement', async () => {
    const { db, config } = shop.deps;
    const joining = async (name: string) => {
      shop.statements.length = 0;
      await join(`${name}@example.org`);
      return shop.statements.length;
    };
    try {
      await openEndpoint({ db, config: { ...config, webhook: { ...webhookOf(), events: ['list.left'] } } });
      expect(await joining('gil')).toBe(1);
      await db.listSignup.deleteMany({ where: { email: 'gil@example.org' } });
      expect(await told()).toMatchObject([{ type: 'list.left' }]);
      await db.hookMessage.deleteMany();
      await openEndpoint({ db, config: { ...config, webhook: null } });
      expect(await joining('hal')).toBe(1);
      expect(await db.hookMessage.count()).toBe(0);
    } finally {
      await openEndpoint(shop.deps);
    }
  });
});

describe('a publisher’s system that', () => {
  beforeEach(() => join(`${uuidv7()}@example.org`));
  const message = () => shop.deps.db.hookMessage.findFirstOrThrow();

  test('answers otherwise than with 2xx is told again, under the same id and with a fresh signature', async () => {
    answers = (count) => ({ status: count < 3 ? 503 : 200 });
    expect(await deliver()).toMatchObject([{ status: 'failed', output: { message: 'it answered 503' } }]);
    expect(await message()).toMatchObject({ attempts: 1, delivered: null, failure: 'it answered 503' });
    await deliver({ clock: () => new Date(Date.now() + 60_000) });
    expect(await deliver()).toMatchObject([{ status: 'completed' }]);
    expect(await deliver()).toMatchObject([{ status: 'completed' }]);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers, body }) => JSON.stringify([headers['webhook-id'], body]))).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-signature'])).size).toBeGreaterThan(1);
    expect(await message()).toMatchObject({ attempts: 3, failure: null, delivered: expect.any(Date) });
  });

  test('sends elsewhere is not followed', async () => {
    answers = () => ({ status: 302, headers: { location: '/elsewhere' } });
    expect(await deliver()).toMatchObject([{ status: 'failed', output: { message: 'it answered 302' } }]);
    expect(received).toHaveLength(1);
  });

  test('is gone is not asked again by itself, and what it refused stands at the desk until it goes out again', async () => {
    answers = () => ({ status: 410 });
    const jobs = await startJobs(shop.deps);
    const atDesk = async () => (await readJobs(shop.deps)).failed;
    try {
      const refused = { queue: 'webhooks', what: 'list.joined', tries: 1, message: 'it answered 410', again: true };
      await expect.poll(atDesk, { timeout: 15_000 }).toMatchObject([refused]);
      expect(await message()).toMatchObject({ attempts: 1, delivered: null, failure: 'it answered 410' });
      answers = () => ({ status: 200 });
      await replayHooks(shop.deps, 'failed');
      expect(await atDesk()).toEqual([]);
      await expect.poll(message, { timeout: 15_000 }).toMatchObject({ attempts: 2, delivered: expect.any(Date) });
      expect(await atDesk()).toEqual([]);
    } finally {
      await jobs.stop();
    }
  }, 40_000);

  test('was told by a replica that was killed before it noted so is told once more, under the same id', async () => {
    const { id } = await message();
    expect(await inProcess('hook-answered', id)).toBe('SIGKILL');
    expect(received).toHaveLength(1);
    expect(await message()).toMatchObject({ attempts: 0, delivered: null });
    expect(await inProcess('', id)).toBeNull();
    expect(await inProcess('', id)).toBeNull();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${id}`, `msg_${id}`]);
    expect(await message()).toMatchObject({ attempts: 1, delivered: expect.any(Date) });
  });

  test('was away can be told again by staff, of one message, of what it did not take and of a day, and what is old is forgotten', async () => {
    const { deps } = shop;
    answers = () => ({ status: 500 });
    await deliver();
    const { id } = await message();
    await deps.db.hookMessage.updateMany({ data: { queued: new Date() } });
    expect(await listHooks(deps, 'failed')).toMatchObject([{ id, type: 'list.joined', attempts: 1, failure: 'it answered 500' }]);
    answers = () => ({ status: 200 });
    expect(await replayHooks(deps, 'failed')).toBe(1);
    expect(await message()).toMatchObject({ queued: null });
    await deliver();
    expect(await listHooks(deps, 'failed')).toEqual([]);
    expect(await replayHooks(deps, 'failed')).toBe(0);
    expect(await replayHooks(deps, { ids: [id] })).toBe(1);
    // A receiver knows it by this one.
    expect(await replayHooks(deps, { ids: [`msg_${id}`] })).toBe(1);
    const none = '58641ca4-3ec7-4401-961a-fb773b3260d2';
    for (const ids of [[`msg_${none}`], [id, 'nonsense']])
      await expect(deps.db.$transaction((tx) => replayHooks({ ...deps, db: tx }, { ids }))).rejects.toThrow(
        /^There is no message (msg_58641ca4|nonsense)/,
      );
    expect(await replayHooks(deps, { since: new Date(Date.now() - DAY) })).toBe(1);
    expect(await replayHooks(deps, { since: new Date(Date.now() + DAY) })).toBe(0);
    await deliver();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(Array.from({ length: 3 }, () => `msg_${id}`));
    await cleanUp({ ...deps, clock: () => new Date(Date.now() + 29 * DAY) });
    expect(await deps.db.hookMessage.count()).toBe(1);
    await cleanUp({ ...deps, clock: () => new Date(Date.now() + 31 * DAY) });
    expect(await deps.db.hookMessage.count()).toBe(0);
  });
});

test('a service without a webhook tells no database that it has one', async () => {
  const service = await createTestApp();
  try {
    await service.deps.db.hookEndpoint.create({ data: { publicationId: 'main', events: [], stockLow: 5 } });
    const jobs = await startJobs(service.deps);
    await jobs.stop();
    expect(await service.deps.db.hookEndpoint.count()).toBe(0);
  } finally {
    await service.close();
  }
}, 30_000);

afterEach(() => expect(received.filter(({ headers }) => headers['user-agent'] !== 'newsstand')).toEqual([]));
