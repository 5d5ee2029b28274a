import { pageUrl } from '@newsstand/contracts/paths';
import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, startPay, writeInvoice } from '../../../test/invoice.ts';
import { sendLetter } from '../../../test/letter.ts';
import { openShop, type Shop } from '../../../test/shop.ts';
import { openMailer } from '../../letters/mailer.ts';
import { siteOf } from '../../publication/site-of.ts';
import { settle } from '../settle/settle.ts';

let mailbox: Mailbox;
let shop: Shop;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await openShop({ env: { SMTP_URL: mailbox.smtpUrl } });
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

test('giftees are written to once the invoice is paid: who is sent print can open its account, who is given files can redeem them', async () => {
  const gift = { level: 'low', term: '1year' } as const;
  const invoice = await writeInvoice(shop, {
    giftees: [
      { name: 'Bo Holm', email: 'bo@example.org', address: home(1), gift: { ...gift, medium: 'print' } },
      { name: 'Cai Reyes', email: 'cai@example.org', gift: { ...gift, medium: 'digital' } },
      { name: 'Dag Lund', address: home(2), gift: { ...gift, medium: 'print' } },
    ],
  });
  const letters = () => shop.deps.db.outbox.findMany({ where: { kind: 'gift-for-you' }, orderBy: { recipient: 'asc' } });
  expect(await letters()).toEqual([]);
  const payer = shop.reader();
  const begun = await startPay(payer, invoice);
  await payer.pay(begun);
  await Promise.all([settle(shop.deps, begun.intent), settle(shop.deps, begun.intent)]);

  const written = await letters();
  expect(written.map(({ recipient }) => recipient)).toEqual(['bo@example.org', 'cai@example.org']);
  const mailer = openMailer(mailbox.smtpUrl);
  for (const { id } of written) await sendLetter(shop.deps, mailer, id);
  mailer.close();
  const gifts = await shop.deps.db.gift.findMany({ where: { token: { in: written.map(({ subject }) => subject) } } });
  expect(gifts.map(({ recipientName }) => recipientName).toSorted()).toEqual(['Bo Holm', null]);

  const [bo, cai] = [await mailbox.next('bo@example.org', { timeout: 5000 }), await mailbox.next('cai@example.org', { timeout: 5000 })];
  expect(bo.subject).toBe('Library of the Harbour Board has given you a subscription to Exclave');
  expect(bo.text).toContain('It is posted to you, from the next issue on.');
  expect(cai.text).toContain('With this link you redeem it');
  for (const { subject, recipient } of written) {
    const mail = recipient === 'bo@example.org' ? bo : cai;
    expect(mail.text).toContain(pageUrl(siteOf(shop.deps), 'redeem', subject));
  }

  // What was posted belongs to whoever opens its account; nobody else can redeem it.
  const sent = gifts.find(({ recipientName }) => recipientName !== null);
  const page = await (await shop.browser().get(`/api/page/redeem?token=${sent?.token}`)).json();
  expect(page.redeem.gift).toMatchObject({ redeemed: false, sent_to: 'Bo Holm' });
});

test('the purchaser’s letter says whose link is whose, also of gifts that are files', async () => {
  const digital = { medium: 'digital', level: 'low', term: '1year' } as const;
  const invoice = await writeInvoice(shop, {
    email: 'whose@example.org',
    giftees: [
      { name: 'Cai Reyes', email: 'cai-again@example.org', gift: digital },
      { name: 'Bo Holm', address: home(1), gift: { ...digital, medium: 'print' } },
      { name: 'Eva Sund', gift: digital },
    ],
  });
  const payer = shop.reader();
  const begun = await startPay(payer, invoice);
  await payer.pay(begun);
  await settle(shop.deps, begun.intent);
  const { id: order } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: begun.intent } });
  const { id, recipient } = await shop.deps.db.outbox.findFirstOrThrow({ where: { kind: 'gifts', subject: order } });
  const mailer = openMailer(mailbox.smtpUrl);
  await sendLetter(shop.deps, mailer, id);
  mailer.close();
  const { text } = await mailbox.next(recipient, { timeout: 5000 });
  const told = await shop.deps.db.outbox.findFirstOrThrow({ where: { kind: 'gift-for-you', recipient: 'cai-again@example.org' } });
  // Each name stands before its own link.
  const [cai, bo] = [text.indexOf('For: Cai Reyes'), text.indexOf('It is posted to Bo Holm')] as const;
  expect([cai, bo, text.indexOf('For: Eva Sund')]).not.toContain(-1);
  expect(text.indexOf(pageUrl(siteOf(shop.deps), 'redeem', told.subject), cai)).toBeGreaterThan(cai);
  expect(text.slice(cai, text.indexOf(told.subject, cai))).not.toMatch(/Eva Sund|Bo Holm/);
});
