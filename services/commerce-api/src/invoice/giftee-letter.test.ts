import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../checkout/test-shop.ts';
import { redeemUrl } from '../gift/redeem-url.ts';
import { openMailer } from '../mail/mailer.ts';
import { sendOutbox } from '../mail/send-outbox.ts';
import { settle } from '../payment/settle.ts';
import { home, startPay, writeInvoice } from './test-invoice.ts';

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
  for (const { id } of written) await sendOutbox(shop.deps, mailer, id);
  mailer.close();
  const gifts = await shop.deps.db.gift.findMany({ where: { token: { in: written.map(({ subject }) => subject) } } });
  expect(gifts.map(({ recipientName }) => recipientName).toSorted()).toEqual(['Bo Holm', null]);

  const [bo, cai] = [await mailbox.next('bo@example.org', { timeout: 5000 }), await mailbox.next('cai@example.org', { timeout: 5000 })];
  expect(bo.subject).toBe('Library of the Harbour Board has given you a subscription to Exclave');
  expect(bo.text).toContain('It is posted to you, from the next issue on.');
  expect(cai.text).toContain('With this link you redeem it');
  for (const { subject, recipient } of written) {
    const mail = recipient === 'bo@example.org' ? bo : cai;
    expect(mail.text).toContain(redeemUrl(shop.deps.config.publicUrl, subject));
  }

  // What was posted belongs to whoever opens its account; nobody else can redeem it.
  const sent = gifts.find(({ recipientName }) => recipientName !== null);
  const page = await (await shop.browser().get(`/api/page/redeem?token=${sent?.token}`)).json();
  expect(page.redeem.gift).toMatchObject({ redeemed: false, sent_to: 'Bo Holm' });
});
