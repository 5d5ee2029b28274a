import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, stock, type Shop } from '../checkout/test-shop.ts';
import type { Running } from '../deps.ts';
import { DAY, HOUR } from '../duration.ts';
import { openMailer } from '../mail/mailer.ts';
import { sendOutbox } from '../mail/send-outbox.ts';
import { cleanUp } from './clean-up.ts';
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
  }, 60_000);
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

  test('is counted while it waits', async () => {
    const text = await shop.deps.metrics.registry.metrics();
    expect(text).toMatch(/newsstand_queue_depth\{queue="mail"\} \d+/);
    expect(text).toMatch(/newsstand_payments_total\{outcome="paid"\} [1-9]/);
    expect(text).toMatch(/newsstand_settle_lag_seconds_count [1-9]/);
  });
});

test('a letter that was sent is not sent again', async () => {
  await buyAs('again@example.org');
  const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'again@example.org' } });
  const mailer = openMailer(mailbox.smtpUrl);
  await sendOutbox(shop.deps, mailer, id);
  await sendOutbox(shop.deps, mailer, id);
  mailer.close();
  expect(mailsTo('again@example.org')).toHaveLength(1);
});

test('the address that a reader typed is one recipient, whatever it looks like', async () => {
  await buyAs('one,two@example.org');
  const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'one,two@example.org' } });
  const mailer = openMailer(mailbox.smtpUrl);
  // A mail server may well refuse such an address; nobody else may get the letter.
  await Promise.allSettled([sendOutbox(shop.deps, mailer, id)]);
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
