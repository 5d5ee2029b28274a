import { makeReceipt } from '@newsstand/contracts/fixtures/receipt';
import { Receipt } from '@newsstand/contracts/receipt';
import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose, sendLetter } from '../../test/letter.ts';
import { logInWith, makeAccount } from '../../test/reader.ts';
import { ADDRESS, openShop, type Shop } from '../../test/shop.ts';
import { relayAll } from '../jobs/relay-outbox.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { MINUTE } from '../platform/duration.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { letterText } from './letter-text.ts';
import { openMailer } from './mailer.ts';
import { membershipLetter } from './membership-letter.ts';

let mailbox: Mailbox;
let shop: Shop;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await openShop({ env: { SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: 'http://localhost:4000' } });
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

const GIFT = { deliverable: 'digital', level: 'low', term: '1year', coupon: null } as const;

test('who subscribes and makes an account with it gets one letter: welcome, receipt and subscription; gifts and a donation have their own', async () => {
  const reader = shop.reader();
  await reader.browser.post('/api/cart', {
    type: 'membership',
    item: {
      subscription: { renewal: false, medium: 'print', level: 'high', term: '3year', coupon: null },
      giftsubs: [GIFT, { ...GIFT, deliverable: 'print-c' }],
      donation: { process: 'monthly-init', dollars: 25 },
    },
  });
  const started = await reader.start({ email: 'all@example.org' });
  await reader.pay(started);
  const status = await reader.status(started.intent);
  if (status.status !== 'completed') return expect.unreachable();
  const receipt = v.parse(Receipt, await (await reader.browser.get(`/api/receipts/${status.receipt}`)).json());
  expect(receipt.lines.map(({ type, shipping }) => [type, shipping])).toEqual([
    ['personal-subscription', 0],
    ['gift-subscription', 0],
    ['gift-subscription', 2400],
    ['donation-item', 0],
  ]);
  expect(receipt.gifts).toMatchObject([
    { detail: 'Digital, Standard, 1 year (4 issues)', redeemed: false },
    { detail: 'Print, Standard, 1 year (4 issues)' },
  ]);

  const rows = await shop.deps.db.outbox.findMany({ where: { recipient: 'all@example.org' }, orderBy: { kind: 'asc' } });
  expect(rows.map(({ kind }) => kind)).toEqual(['donation', 'gifts', 'receipt']);
  const mailer = openMailer(mailbox.smtpUrl);
  for (const { id } of rows) await sendLetter(shop.deps, mailer, id);
  mailer.close();
  const [donation, gifts, all] = mailbox.list();
  expect(all?.subject).toMatch(/^Your receipt from Exclave/);
  for (const message of [
    'You are subscribed',
    'Print, Solidarity, 3 years (12 issues)',
    'It begins with the next issue that comes out',
    'Your account at Exclave is ready.',
    'If you did not make this account, write to',
    `/receipts?token=${status.receipt}`,
    `Number: ${receipt.number}`,
  ])
    expect(all?.text).toContain(message);
  // Who has just signed up has not shown yet that the mailbox is theirs.
  expect(all?.text).toContain('It is posted to the address that you gave.');
  expect(all?.text).not.toContain('Portland, ME 04101');
  expect(donation?.text).toContain('We will charge $25.00 to Visa ending in 4242 each month');
  expect(donation?.text).toMatch(/To change or end it, go to your account, http\S+\/account;/);
  for (const { url } of receipt.gifts ?? []) expect(gifts?.text).toContain(url);
  expect(gifts?.html).toContain('cid:gift-2.png');

  // One that was taken back since is nobody's to pass on.
  const [dead, good] = receipt.gifts ?? [];
  const [letter] = rows.filter(({ kind }) => kind === 'gifts');
  const first = await shop.deps.db.gift.findMany({ where: { deliverable: 'digital' } });
  await shop.deps.db.gift.updateMany({ where: { token: { in: first.map(({ token }) => token) } }, data: { revoked: new Date() } });
  const again = letter && (await compose(shop.deps, letter));
  const text = again ? letterText(again) : '';
  expect([text.includes(good?.url ?? '?'), text.includes(dead?.url ?? '?')]).toEqual([true, false]);
});

test.each([
  ['2026-11-27', 'each month, on day 27. To change'],
  ['2026-01-31', 'each month, on day 31 or the last day of a shorter month. To change'],
])(
  'who gives monthly from %s on reads on which day it is charged, and of shorter months only where there are any',
  async (day, message) => {
    const [line] = makeReceipt().lines;
    if (!line) throw new Error('the sample has no line');
    const monthly = { ...line, type: 'donation-item' as const, ref: 'monthly-init', price: 500 };
    const receipt = makeReceipt({ created: `${day}T10:00:00.000Z`, lines: [monthly] });
    const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };
    const { blocks } = await membershipLetter('donation', receipt, sender, wording({}));
    expect(JSON.stringify(blocks)).toContain(message);
  },
);

test('a welcome says nothing of a subscription: who makes an account with gifts or goods has none', () => {
  expect(wording({})('welcome_intro', { publication: 'Exclave' })).not.toContain('subscription');
});

test('who makes an account and does not pay is welcomed a quarter of an hour later', async () => {
  const reader = shop.reader();
  const subscription = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
  await reader.start({ email: 'leaves@example.org' });
  const before = shop.deps.clock();
  const [welcome, ...others] = await shop.deps.db.outbox.findMany({ where: { recipient: 'leaves@example.org' } });
  expect([welcome?.kind, others]).toEqual(['welcome', []]);
  const queue: unknown[] = [];
  const boss = {
    insert: async (_name: string, jobs: unknown[]) => {
      queue.push(...jobs);
      return null;
    },
  };
  const at = async (later: number) => {
    await relayAll({ db: shop.deps.db, clock: () => new Date(before.getTime() + later) }, boss);
    return queue.filter((job) => JSON.stringify(job).includes(welcome?.id ?? 'none')).length;
  };
  expect(await at(14 * MINUTE)).toBe(0);
  expect(await at(16 * MINUTE)).toBe(1);
});

test('no other letter waits: one is sent though the clock of whoever wrote it is ahead', async () => {
  const id = uuidv7(shop.deps.clock().getTime());
  const created = new Date(shop.deps.clock().getTime() + 40 * 24 * 60 * MINUTE);
  const letter = {
    id,
    publicationId: 'main',
    kind: 'charge-authenticate',
    subject: id,
    recipient: 'ahead@example.org',
    payload: {},
    created,
  };
  await shop.deps.db.outbox.create({ data: letter });
  await relayAll(shop.deps, { insert: () => Promise.resolve(null) });
  expect((await shop.deps.db.outbox.findUniqueOrThrow({ where: { id } })).queued).not.toBeNull();
});

test('whoever had a gift sent directly is told that it is on its way, with the link of its recipient', async () => {
  const reader = shop.reader();
  await logInWith(reader.browser, (await makeAccount(shop, { email: 'giver@example.org' })).email);
  await reader.browser.post('/api/cart', { type: 'membership', item: { giftsubs: [{ ...GIFT, deliverable: 'print-a' }] } });
  const recipient = { recipient_name: 'Nana Okoro', recipient_address: ADDRESS };
  const started = await reader.start({ address: null, email: 'giver@example.org', ...recipient });
  await reader.pay(started);
  expect((await reader.status(started.intent)).status).toBe('completed');
  const row = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'giver@example.org', kind: 'gifts' } });
  const mailer = openMailer(mailbox.smtpUrl);
  await sendLetter(shop.deps, mailer, row.id);
  mailer.close();
  const letter = await mailbox.next('giver@example.org', { timeout: 5000 });
  expect(letter.subject).toBe('Your gift from Exclave is on its way');
  expect(letter.text).toContain('It is posted to Nana Okoro, from the next issue on.');
  expect(letter.text).toContain('Posted to:\nNana Okoro\n1 Pier Road\nPortland, ME 04101');
  const gift = await shop.deps.db.gift.findFirstOrThrow({ where: { recipientName: 'Nana Okoro' } });
  expect(letter.text).toContain(`/subscribe/redeem?token=${gift.token}`);
  // There is no card to hand over.
  expect(letter.html).toContain(gift.token);
  expect(letter.html).not.toContain('cid:gift-1.png');
});

test.each([
  [3, 'Copies of each issue: 3'],
  [1, null],
])('the letter about %i of a subscription says how many copies come, where they are several', async (quantity, copies) => {
  const line = {
    type: 'personal-subscription',
    ref: 'print/low/1year',
    name: 'Subscription',
    detail: 'Print',
    price: 5600,
    discount: 0,
  } as const;
  const receipt = makeReceipt({ lines: [{ ...line, quantity }] });
  const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };
  const text = letterText(await membershipLetter('subscription', receipt, sender, wording({})));
  if (copies === null) expect(text).not.toContain('Copies');
  else expect(text).toContain(copies);
});

test('the card that is printed has the gift’s QR code', async () => {
  const response = await shop.browser().get('/api/gifts/a-token-of-nothing/qr.svg');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toMatch(/^<svg.*<path/s);
});
