// @module-tag ci
import { randomUUID } from 'node:crypto';
import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendLetter } from '../../test/letter.ts';
import { openShop, stock, type Shop } from '../../test/shop.ts';
import { createTestDatabase } from '../../test/test-app.ts';
import { openMailer, TOGETHER, type Mailer } from '../letters/mailer.ts';
import { MAY_WAIT } from '../letters/post-letter.ts';
import { connectionTo, PATIENCE } from '../platform/db/connection.ts';
import { openDb } from '../platform/db/db.ts';
import { DAY, HOUR } from '../platform/duration.ts';
import type { Running } from '../platform/running.ts';
import { cleanUp } from './clean-up.ts';
import { RENEWALS, createQueues, HOLDS, MAIL } from './queues.ts';
import { sendLetters } from './send-letters.ts';
import { BEGUN_WITHIN, sendOutbox } from './send-outbox.ts';
import { startJobs } from './start-jobs.ts';

let mailbox: Mailbox;
let shop: Shop;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await openShop({ env: { SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: 'http://localhost:4000' } });
  await stock(shop.deps.db, 'prd:mug', 100);
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

/** Buys, and answers the receipt's token. */
async function buyAs(email: string): Promise<string> {
  const reader = shop.reader();
  await reader.add('prd:mug');
  const started = await reader.start({ email });
  await reader.pay(started);
  const status = await reader.status(started.intent);
  if (status.status !== 'completed') return expect.unreachable();
  return status.receipt;
}

const mailsTo = (address: string) => mailbox.list().filter(({ to }) => JSON.stringify(to).includes(address));

describe('the letter of a paid order', () => {
  let replicas: Running[];
  beforeAll(async () => {
    const second = await shop.replica();
    replicas = await Promise.all([startJobs(shop.deps), startJobs(second.deps)]);
    replicas.push({ stop: second.close });
  });
  afterAll(async () => {
    for (const { stop } of replicas) await stop();
  });

  test('arrives once, from two replicas, and links to the receipt', async () => {
    const receipt = await buyAs('once@example.org');
    const mail = await mailbox.next('once@example.org', { timeout: 15_000 });
    expect(mail.subject).toMatch(/^Your receipt from Exclave \(EXR-\d+\)$/);
    expect(mail.text).toContain(`http://localhost:4000/receipts?token=${receipt}`);
    expect(mail.html).toContain('The mug');
    // Another reader's letter comes after everything that could have been sent twice before it.
    await buyAs('second@example.org');
    await mailbox.next('second@example.org', { timeout: 15_000 });
    expect(mailsTo('once@example.org')).toHaveLength(1);
  }, 40_000);

  test('that the mail server does not take waits for its next try', async () => {
    mailbox.refuse('away@example.org');
    await buyAs('away@example.org');
    const row = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'away@example.org' } });
    const state = async () => {
      const rows = await shop.deps.db.$queryRaw<{ state: string }[]>`
        select state::text from pgboss.job where name = 'mail' and data->>'outbox' = ${row.id}`;
      return rows.map((job) => job.state);
    };
    await expect.poll(state, { timeout: 15_000, interval: 200 }).toEqual(['retry']);
    expect((await shop.deps.db.outbox.findUniqueOrThrow({ where: { id: row.id } })).sent).toBe(null);
    expect(shop.logs.join('')).not.toContain('away@example.org');
  }, 40_000);

  test.each(MAY_WAIT)(
    'of the kind %s that may wait is handed over when its time has come, and not before',
    async (kind) => {
      const { db, config } = shop.deps;
      const subject = `later:${kind}`;
      const queued = () => db.outbox.count({ where: { subject, queued: { not: null } } });
      await db.$executeRaw`
      insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
      values (gen_random_uuid(), ${config.publicationId}, ${kind}, ${subject}, 'later@example.org', '{}', now() + interval '10 minutes')`;
      // Another reader's letter comes after the round that would have taken it.
      await buyAs(`after-${kind}@example.org`);
      await mailbox.next(`after-${kind}@example.org`, { timeout: 15_000 });
      expect(await queued()).toBe(0);
      await db.$executeRaw`update outbox set created = now() where subject = ${subject}`;
      await expect.poll(queued, { timeout: 15_000, interval: 200 }).toBe(1);
    },
    40_000,
  );

  test('keeps up with the orders: hundreds that are written in one moment are sent in seconds, each once, though one address is refused', async () => {
    const { db } = shop.deps;
    mailbox.refuse('refused@example.org');
    const [order] = await db.$queryRaw<
      { id: string; publication_id: string }[]
    >`select id::text, publication_id from "order" where state = 'paid' limit 1`;
    if (!order) return expect.unreachable();
    await db.$executeRaw`
      insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
      select gen_random_uuid(), ${order.publication_id}, 'receipt', 'rush:' || n, case n when 7 then 'refused@example.org' else 'rush' || n || '@example.org' end,
        jsonb_build_object('order', ${order.id}::text), now()
      from generate_series(1, 400) n`;
    await expect
      .poll(() => db.outbox.count({ where: { subject: { startsWith: 'rush:' }, sent: null } }), { timeout: 40_000, interval: 100 })
      .toBe(1);
    const sent = mailbox
      .list()
      .flatMap(({ to }) => to)
      .filter((to) => JSON.stringify(to).includes('rush'));
    expect(sent).toHaveLength(399);
    expect(new Set(sent.map((to) => JSON.stringify(to))).size).toBe(399);
  });

  test('that somebody waits for is not behind those to all readers, of which there may be a hundred thousand', async () => {
    const { db } = shop.deps;
    await db.$executeRaw`
      insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
      select gen_random_uuid(), ${shop.deps.config.publicationId}, kind, 'waits:' || kind, 'waits@example.org', '{}', now()
      from unnest(array['issue-out', 'code']) kind`;
    const priorities = () =>
      db.$queryRaw<unknown[]>`
        select o.kind, j.priority from pgboss.job j join outbox o on o.id::text = j.data->>'outbox' where o.subject like 'waits:%' order by 1`;
    await expect.poll(priorities, { timeout: 40_000, interval: 100 }).toEqual([
      { kind: 'code', priority: 0 },
      { kind: 'issue-out', priority: -1 },
    ]);
  });

  test('to one mailbox goes out in the order in which it was written', async () => {
    const { db } = shop.deps;
    const [order] = await db.$queryRaw<{ id: string }[]>`select id::text from "order" where state = 'paid' limit 1`;
    // Queued already: no replica takes them from here.
    const letters = await db.$queryRaw<{ id: string }[]>`
      insert into outbox (id, publication_id, kind, subject, recipient, payload, created, queued)
      select gen_random_uuid(), ${shop.deps.config.publicationId}, 'receipt', 'in-order:' || n, 'in-order@example.org',
        jsonb_build_object('order', ${order?.id}::text), now() + make_interval(secs => n), now()
      from generate_series(1, 12) n returning id::text`;
    const sent: string[] = [];
    const mailer: Mailer = {
      send: async (_letter, { id }) => {
        await new Promise((next) => setTimeout(next, Math.random() * 20));
        sent.push(id);
      },
      close: () => undefined,
    };
    const jobs = letters.toReversed().map(({ id }) => ({ id: `job of ${id}`, data: { outbox: id } }));
    const results = await sendLetters(shop.deps, mailer, jobs);
    expect(sent).toEqual(letters.map(({ id }) => id));
    expect(results.map(({ status }) => status)).toEqual(letters.map(() => 'completed'));
  }, 40_000);

  test('is counted while it waits', async () => {
    const text = await shop.deps.metrics.registry.metrics();
    expect(text).toMatch(/newsstand_oldest_letter_seconds \d/);
    expect(text).toMatch(/newsstand_queue_depth\{queue="mail"\} \d+/);
    expect(text).toMatch(/newsstand_payments_total\{outcome="paid"\} [1-9]/);
    expect(text).toMatch(/newsstand_settle_lag_seconds_count [1-9]/);
  });
});

/** Letters that are queued already, so that no replica takes them from here; `n` counts from 1. */
async function writeLetters(subject: string, count: number, recipient = (n: number) => `${subject}${n}@example.org`): Promise<string[]> {
  const { db, config } = shop.deps;
  const order = await db.order.findFirstOrThrow({ where: { state: 'paid' } });
  const now = new Date();
  const letters = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    publicationId: config.publicationId,
    kind: 'receipt',
    subject: `${subject}:${at + 1}`,
    recipient: recipient(at + 1),
    payload: { order: order.id },
    created: new Date(now.getTime() + at),
    queued: now,
  }));
  await db.outbox.createMany({ data: letters });
  return letters.map(({ id }) => id);
}
const mailerThat = (send: Mailer['send']): Mailer => ({ send, close: () => undefined });
const sentOf = async (ids: string[]) => (await shop.deps.db.outbox.findMany({ where: { id: { in: ids }, sent: { not: null } } })).length;

test('a hundred letters cost as few statements as ten, and those to write down what was sent', async () => {
  await buyAs('statements@example.org');
  const costs: number[] = [];
  for (const count of [10, 100]) {
    const ids = await writeLetters(`statements-${count}-`, count);
    shop.statements.length = 0;
    expect(
      await sendOutbox(
        shop.deps,
        mailerThat(() => Promise.resolve()),
        ids,
      ),
    ).toEqual(new Map());
    costs.push(shop.statements.length);
    expect(await sentOf(ids)).toBe(count);
  }
  const [few = 0, many = 0] = costs;
  // Five to read what they are written from; then one for five letters, and a last one.
  expect(few).toBeLessThanOrEqual(5 + 10 / 5 + 1);
  expect(many).toBeLessThanOrEqual(5 + 100 / 5 + 1);
});

test('a letter that nothing can be read for holds up none of its batch', async () => {
  await buyAs('poison@example.org');
  const ids = await writeLetters('poison', 6);
  const [odd, gone, broken] = ids;
  const { db } = shop.deps;
  await db.outbox.update({ where: { id: odd ?? '' }, data: { payload: { order: 'no order at all' } } });
  await db.outbox.update({ where: { id: gone ?? '' }, data: { payload: { order: randomUUID() } } });
  await buyAs('broken@example.org');
  const order = await db.order.findFirstOrThrow({ where: { email: 'broken@example.org' } });
  await db.order.update({ where: { id: order.id }, data: { address: { odd: true } } });
  await db.outbox.update({ where: { id: broken ?? '' }, data: { payload: { order: order.id } } });
  const failures = await sendOutbox(
    shop.deps,
    mailerThat(() => Promise.resolve()),
    ids,
  );
  expect([...failures.keys()].toSorted()).toEqual([odd, gone, broken].toSorted());
  expect(await sentOf(ids)).toBe(3);
});

test('a replica that was frozen in the middle of a batch begins none of the rest: another one has them by then', async () => {
  await buyAs('frozen@example.org');
  const ids = await writeLetters('frozen', 40);
  let now = Date.now();
  const sent: string[] = [];
  const mailer = mailerThat(async (_letter, { id }) => {
    sent.push(id);
    if (sent.length === 12) now += BEGUN_WITHIN + 1;
    await new Promise((next) => setTimeout(next, 5));
  });
  const failures = await sendOutbox({ ...shop.deps, clock: () => new Date(now) }, mailer, ids);
  expect(sent.length).toBeLessThanOrEqual(12 + TOGETHER);
  expect(failures.size).toBe(40 - sent.length);
  expect(await sentOf(ids)).toBe(sent.length);
  // Who takes the rest over sends each of them, and none of those.
  await sendOutbox(shop.deps, mailer, ids);
  expect(sent.toSorted()).toEqual(ids.toSorted());
});

test('a replica that is told to stop in the middle of a batch finishes the letters that it has begun, notes them, and begins no other', async () => {
  await buyAs('stopping@example.org');
  const ids = await writeLetters('stopping', 40);
  const stopping = new AbortController();
  const sent: string[] = [];
  const mailer = mailerThat(async (_letter, { id }) => {
    sent.push(id);
    if (sent.length === 12) stopping.abort();
    await new Promise((next) => setTimeout(next, 20));
  });
  const failures = await sendOutbox({ ...shop.deps, stopping: stopping.signal }, mailer, ids);
  expect(sent.length).toBeLessThanOrEqual(12 + TOGETHER);
  expect(failures.size).toBe(40 - sent.length);
  expect(await sentOf(ids)).toBe(sent.length);
});

test('what was sent while the database was being started again is written down, not sent again', async () => {
  await buyAs('restart@example.org');
  const ids = await writeLetters('restart', 12);
  let away = 3;
  const { db } = shop.deps;
  const restarting = new Proxy(db, {
    get: (real, key) => {
      if (key !== '$executeRaw' || away-- <= 0) return Reflect.get(real, key);
      return () => Promise.reject(new Error('terminating connection due to administrator command'));
    },
  });
  const sent: string[] = [];
  const mailer = mailerThat(async (_letter, { id }) => void sent.push(id));
  expect(await sendOutbox({ ...shop.deps, db: restarting }, mailer, ids)).toEqual(new Map());
  expect(sent.length).toBe(12);
  expect(await sentOf(ids)).toBe(12);
}, 20_000);

test('while letters go out, the few that are not written down yet are all that a killed replica would send twice', async () => {
  await buyAs('killed@example.org');
  const ids = await writeLetters('killed', 60);
  let taken = 0;
  let most = 0;
  const mailer = mailerThat(async () => {
    await new Promise((next) => setTimeout(next, 20));
    taken += 1;
    if (taken % 7 === 0) most = Math.max(most, taken - (await sentOf(ids)));
  });
  await sendOutbox(shop.deps, mailer, ids);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(10 + TOGETHER);
});

test('a letter that was sent is not sent again', async () => {
  await buyAs('again@example.org');
  const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'again@example.org' } });
  const mailer = openMailer(mailbox.smtpUrl);
  await sendLetter(shop.deps, mailer, id);
  await sendLetter(shop.deps, mailer, id);
  mailer.close();
  expect(mailsTo('again@example.org')).toHaveLength(1);
});

test('the address that a reader typed is one recipient, whatever it looks like', async () => {
  // Of an order from before such an address was refused.
  await buyAs('comma@example.org');
  const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'comma@example.org' } });
  await shop.deps.db.outbox.update({ where: { id }, data: { recipient: 'one,two@example.org' } });
  const mailer = openMailer(mailbox.smtpUrl);
  // A mail server may well refuse such an address; nobody else may get the letter.
  await Promise.allSettled([sendLetter(shop.deps, mailer, id)]);
  mailer.close();
  expect(mailbox.list().flatMap(({ to }) => to)).not.toContain('two@example.org');
});

test('what has expired is taken away, and what may still be asked about stays', async () => {
  const at = (past: number) => new Date(Date.now() - past);
  const { db } = shop.deps;
  await db.rateLimit.createMany({
    data: [
      { key: 'old', points: 1, expires: at(HOUR) },
      { key: 'new', points: 1, expires: at(-HOUR) },
    ],
  });
  await db.webhookEvent.createMany({
    data: [
      { id: 'evt_old', type: 't', received: at(40 * DAY), processed: at(40 * DAY) },
      { id: 'evt_new', type: 't', received: at(DAY), processed: at(DAY) },
      { id: 'evt_open', type: 't', received: at(40 * DAY) },
    ],
  });
  await cleanUp(shop.deps);
  expect((await db.rateLimit.findMany({ where: { key: { in: ['old', 'new'] } } })).map(({ key }) => key)).toEqual(['new']);
  const events = await db.webhookEvent.findMany({ where: { id: { in: ['evt_old', 'evt_new', 'evt_open'] } }, orderBy: { id: 'asc' } });
  expect(events.map(({ id }) => id)).toEqual(['evt_new', 'evt_open']);
});

test.each([HOLDS, RENEWALS, MAIL])(
  'what a replica does of %s when it is killed or frozen is another’s in a minute or two',
  async (queue) => {
    // Nobody else looks after its queues.
    const databaseUrl = await createTestDatabase();
    const db = openDb(databaseUrl, { connections: 1 });
    const boss = new PgBoss({ ...connectionTo(databaseUrl, PATIENCE.job), max: 1, supervise: false, schedule: false });
    boss.on('error', () => undefined);
    await boss.start();
    await createQueues(boss);
    await boss.send(queue, {});
    // Taken, and nothing is heard of it again.
    const [job] = await boss.fetch(queue);
    const stateOf = async () => (await boss.findJobs(queue, { id: job?.id ?? '' })).map(({ state }) => state);
    await db.$executeRaw`update pgboss.job set heartbeat_on = now() - interval '61 seconds' where id = ${job?.id}::uuid`;
    await boss.supervise(queue);
    expect(await stateOf()).toEqual([queue === MAIL ? 'retry' : 'failed']);
    // Another round of it may begin.
    expect(await boss.send(queue, {})).not.toBeNull();
    await boss.stop();
    await db.$disconnect();
  },
);
