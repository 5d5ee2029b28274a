import { DeletePreview } from '@newsstand/contracts/account-data';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Prisma } from '../../generated/prisma/client.ts';
import { attached, putCard, subscriber as cardHolder } from '../../test/card-reader.ts';
import { giveMonthly } from '../../test/donor.ts';
import { home, writeInvoice } from '../../test/invoice.ts';
import { PASSWORD, answerOf, lettersTo, logInWith, whoIs } from '../../test/reader.ts';
import { openShop, stock, stockOf, type Shop } from '../../test/shop.ts';
import { HOME, buy, deliver, donate, live, makeSubscriber, subscribe, subscriberAt, type TestSubscriber } from '../../test/subscriber.ts';
import { act } from '../desk/act.ts';
import { removeExpired } from '../jobs/remove-expired.ts';
import { accountLetter } from '../letters/account-letter.ts';
import { letterText } from '../letters/letter-text.ts';
import { claimOrder } from '../payments/settle/claim-order.ts';
import { cancelInvoice } from '../payments/invoices/cancel-invoice.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { DAY } from '../platform/duration.ts';
import { codeOf, hashOf } from '../platform/secrets.ts';
import { wording } from '../publication/texts/letter-texts.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const BY_PASSWORD = { type: 'password', password: PASSWORD };
const remove = ({ browser }: Pick<TestSubscriber, 'browser'>, body: object = BY_PASSWORD) => browser.post('/api/account/delete', body);
const previewOf = async ({ browser }: Pick<TestSubscriber, 'browser'>) =>
  v.parse(DeletePreview, await (await browser.get('/api/account/delete')).json());

async function makeReader(wishes = {}): Promise<TestSubscriber> {
  const reader = await makeSubscriber(shop, wishes);
  await deliver(shop, await subscribe(shop, reader.id), [15]);
  await live(shop, reader.id);
  await buy(shop, reader.id);
  await donate(shop, reader.id);
  return reader;
}

/** A gift that somebody bought. */
async function give(ownerId: string, parts: Partial<Prisma.GiftUncheckedCreateInput>): Promise<void> {
  const [id, { publicationId }] = [uuidv7(), shop.deps.config];
  const kind = { deliverable: 'digital', level: 'low', term: '1year', ordinal: 1, number: 1 } as const;
  await shop.deps.db.gift.create({ data: { publicationId, ownerId, id, token: `gift-${id}`, orderId: uuidv7(), ...kind, ...parts } });
}

/** By the link in the letter to the new address. */
async function changeEmail({ browser }: TestSubscriber, email: string): Promise<void> {
  const { deps } = shop;
  await browser.post('/api/account/reset-email', { email });
  const { payload } = await deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind: 'email-change' } });
  const sender = { name: 'Exclave', support: 'help@example.org', url: deps.config.publicUrl, paths: {} };
  const letter = accountLetter('email-change', payload, { secret: deps.config.access.secret, now: deps.clock(), sender, say: wording({}) });
  const token = /#confirm=([\w-]{43})/.exec(letter === null ? '' : letterText(letter))?.[1];
  expect((await browser.post('/api/account/email/confirm', { token })).status).toBe(200);
}

/**
 * An invoice that staff wrote for a reader's next subscription, paid by check; `email` is whom it was billed to, the
 * reader where left out.
 */
async function payForSubscription({ email }: { email?: string }) {
  const reader = await makeSubscriber(shop);
  await subscribe(shop, reader.id);
  const membership = { medium: 'print', level: 'low', term: '1year' } as const;
  const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(1), email: email ?? reader.email });
  // Who was logged in when it was paid, as the invoice's page writes it down.
  await shop.deps.db.invoice.update({ where: { token: invoice.token }, data: { subscriberId: reader.id } });
  const order = await shop.deps.db.order.findFirstOrThrow({ where: { invoice: { token: invoice.token } } });
  const claim = {
    order: order.id,
    intent: null,
    state: 'paid',
    card: null,
    payer: null,
    prefix: 'R',
    messages: {},
    outbox: uuidv7(),
  } as const;
  const received = { method: 'check', received: '2026-01-02', reference: null, recordedBy: 'Kit' } as const;
  await shop.deps.db.$transaction((tx) => claimOrder(tx, { ...claim, received, now: shop.deps.clock() }));
  return { reader, invoice };
}

describe('before the account is deleted', () => {
  test('the reader is told what goes and what stays', async () => {
    expect(await previewOf(await makeReader())).toEqual({
      consequences: [
        { type: 'personal-data' },
        { type: 'subscription', left: 3 },
        { type: 'donations', count: 1 },
        { type: 'downloads', count: 1 },
        { type: 'tax-records', count: 1 },
      ],
      proof: 'password',
      blocked: false,
      owed: [],
      version: expect.any(String),
    });
    expect(await previewOf(await makeSubscriber(shop))).toEqual({
      consequences: [{ type: 'personal-data' }],
      proof: 'password',
      blocked: false,
      owed: [],
      version: expect.any(String),
    });
  });

  test('nobody deletes an account with a session that was left open: a wrong password is refused, and after five of them every one is', async () => {
    const reader = await makeReader();
    for (let count = 0; count < 5; count++) {
      expect(await answerOf(await remove(reader, { type: 'password', password: 'wrong horse' }))).toEqual([
        422,
        { errors: { password: 'That password is not correct.' } },
      ]);
    }
    expect((await remove(reader)).status).toBe(429);
    expect(await whoIs(reader.browser)).toBe(reader.email);
  });

  test('a reader without a password proves it with a mailed code, which is nobody else’s', { tags: ['ci'] }, async () => {
    const [reader, other] = [await makeReader(), await makeReader()];
    await shop.deps.db.account.update({ where: { id: reader.id }, data: { passwordHash: null } });
    expect((await previewOf(reader)).proof).toBe('code');
    const { token }: { token: string } = await (await reader.browser.post('/api/account/delete/code', {})).json();
    expect(await lettersTo(shop, reader.email)).toContain('delete-code');
    const code = codeOf(shop.deps.config.access.secret, hashOf(token));
    expect((await remove(other, { type: 'code', token, code })).status).toBe(422);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await answerOf(await remove(reader, { type: 'code', token, code: wrong }))).toEqual([
      422,
      { errors: { code: 'That code is not correct.' } },
    ]);
    expect(await answerOf(await remove(reader, { type: 'code', token, code: `${code.slice(0, 3)} ${code.slice(3)}` }))).toEqual([
      200,
      { redirect: '/account/data?deleted' },
    ]);
    expect(await whoIs(other.browser)).toBe(other.email);
  });

  test('a payment that is on its way must arrive first', async () => {
    const reader = await makeReader();
    await shop.deps.db.order.updateMany({ where: { ownerId: reader.id }, data: { state: 'processing' } });
    expect((await previewOf(reader)).blocked).toBe(true);
    const refused = [409, { errors: 'A payment of yours is on its way. Please delete your account when it has arrived.' }];
    expect(await answerOf(await remove(reader))).toEqual(refused);
    expect((await subscriberAt(reader.browser)).donations).toMatchObject([{ ended: null }]);
  });

  test('an invoice for the subscription is paid or withdrawn first, so that nobody pays for what is gone', async () => {
    const reader = await makeReader();
    const membership = { medium: 'print', level: 'low', term: '1year' } as const;
    const { invoice_no } = await writeInvoice(shop, { giftees: [], membership, address: home(1), email: reader.email });
    expect(await previewOf(reader)).toMatchObject({ blocked: true, owed: [invoice_no] });
    const refused = `Invoices for your subscription are not paid: ${invoice_no}. Please pay them, or ask consulate@exclave.example.org to withdraw them, and then delete your account.`;
    expect(await answerOf(await remove(reader))).toEqual([409, { errors: refused }]);
    expect((await subscriberAt(reader.browser)).donations).toMatchObject([{ ended: null }]);
    const { number } = await shop.deps.db.invoice.findFirstOrThrow({ where: { subscriberId: reader.id } });
    await shop.deps.db.order.updateMany({ where: { invoice: { number } }, data: { state: 'processing' } });
    expect((await remove(reader)).status).toBe(409);
    await shop.deps.db.order.updateMany({ where: { invoice: { number } }, data: { state: 'started' } });
    await cancelInvoice(shop.deps, number);
    expect((await previewOf(reader)).blocked).toBe(false);
    expect((await remove(reader)).status).toBe(200);
  });

  test('an invoice for their first subscription is among theirs, and is paid or withdrawn first, too, once their mailbox is proved', async () => {
    const [reader, unproved] = [await makeSubscriber(shop), await makeSubscriber(shop, { verified: false })];
    const membership = { medium: 'print', level: 'low', term: '1year' } as const;
    const parts = { giftees: [], membership, address: home(1) };
    const { invoice_no, token } = await writeInvoice(shop, { ...parts, email: reader.email });
    expect((await subscriberAt(reader.browser)).invoices).toMatchObject([{ token, paid: null }]);
    expect(await previewOf(reader)).toMatchObject({ blocked: true, owed: [invoice_no] });
    expect((await remove(reader)).status).toBe(409);
    await writeInvoice(shop, { ...parts, email: unproved.email });
    expect((await subscriberAt(unproved.browser)).invoices).toEqual([]);
  });

  test('an invoice for gifts to others is no hindrance, and is nobody’s afterwards', { tags: ['ci'] }, async () => {
    const reader = await makeReader();
    const { token } = await writeInvoice(shop, { email: reader.email });
    expect((await previewOf(reader)).blocked).toBe(false);
    expect((await remove(reader)).status).toBe(200);
    expect(await shop.deps.db.invoice.findUnique({ where: { token } })).toMatchObject({ subscriberId: null, paid: null });
  });
});

describe('when the account is deleted', () => {
  test('nobody is logged in, the subscription is forfeited, donations end, and a last letter says so', async () => {
    const reader = await makeReader();
    const elsewhere = shop.browser();
    await logInWith(elsewhere, reader.email);
    expect(await answerOf(await remove(reader))).toEqual([200, { redirect: '/account/data?deleted' }]);
    expect([await whoIs(reader.browser), await whoIs(elsewhere)]).toEqual([null, null]);
    expect([...reader.browser.cookies.keys()]).not.toContain('sid');
    expect((await logInWith(shop.browser(), reader.email)).status).toBe(401);
    const { db } = shop.deps;
    const where = { ownerId: reader.id };
    expect(await db.subscription.count({ where: { ...where, cancelled: null } })).toBe(0);
    expect(await db.donation.findMany({ where })).toMatchObject([{ ended: expect.any(Date), method: null, customer: null, payment: null }]);
    expect(await lettersTo(shop, reader.email)).toEqual(['account-deleted']);
  });

  test('the last letter says that papers and gifts stay where there are any', { tags: ['ci'] }, async () => {
    const [buyer, nobody] = [await makeReader(), await makeSubscriber(shop)];
    await give(buyer.id, {});
    await give(buyer.id, { redeemed: new Date(), redeemedBy: nobody.id });
    await give(buyer.id, { redeemed: new Date(), redeemedBy: uuidv7(), recipientName: 'Uncle Otto', recipientAddress: HOME });
    expect((await previewOf(buyer)).consequences).toContainEqual({ type: 'gifts', count: 2 });
    for (const [reader, message] of [
      [buyer, { kept: true, gifts: true }],
      [nobody, { kept: false, gifts: false }],
    ] as const) {
      expect((await remove(reader)).status).toBe(200);
      const letter = await shop.deps.db.outbox.findFirstOrThrow({ where: { kind: 'account-deleted', recipient: reader.email } });
      expect(letter.payload).toEqual({ name: reader.name, ...message });
    }
  });

  test(
    'the last letter says so where the mailbox gives each month without the account; not of what the account gave, nor of what has ended',
    { tags: ['ci'] },
    async () => {
      const [gives, gave, own] = [await makeSubscriber(shop), await makeSubscriber(shop), await makeReader()];
      for (const { email } of [gives, gave]) {
        const donation = await giveMonthly(shop, shop.reader());
        await shop.deps.db.order.update({ where: { id: donation.orderId }, data: { email: email.toUpperCase() } });
        if (email === gave.email) await shop.deps.db.donation.update({ where: { token: donation.token }, data: { ended: new Date() } });
      }
      const message = [];
      for (const reader of [gives, gave, own]) {
        expect((await remove(reader)).status).toBe(200);
        const letter = await shop.deps.db.outbox.findFirstOrThrow({ where: { kind: 'account-deleted', recipient: reader.email } });
        message.push(letter.payload);
      }
      expect(message.map((payload) => v.is(v.object({ donation: v.literal(true) }), payload))).toEqual([true, false, false]);
    },
  );

  test('personal data are in no table any more but those that the law wants kept', async () => {
    const reader = await makeReader({ name: 'Zephyrine Quillfeather', email: `quillfeather-${uuidv7()}@example.org` });
    await shop.deps.db.listSignup.create({ data: { publicationId: 'main', email: reader.email, tag: 'letter' } });
    await reader.browser.post('/api/account/reset-email', { email: `other-${reader.email}` });
    await changeEmail(reader, `new-${reader.email}`);
    await shop.deps.db.listSignup.create({ data: { publicationId: 'main', email: `new-${reader.email}`, tag: 'letter' } });
    await reader.browser.post('/api/account/delete/code', {});
    await shop.deps.db.order.updateMany({ where: { ownerId: reader.id }, data: { name: reader.name, email: reader.email } });
    await remove(reader);
    const tables = await shop.deps.db.$queryRaw<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    const holding: string[] = [];
    for (const { name } of tables) {
      const [row] = await shop.deps.db.$queryRawUnsafe<{ count: bigint }[]>(
        `select count(*) as count from "${name}" t where t::text ilike '%quillfeather%'`,
      );
      if (row?.count) holding.push(name);
    }
    // The order is kept for the tax office; the last letter goes out and is pruned; limits forget within the hour.
    expect(holding.filter((name) => name !== 'rate_limit').toSorted()).toEqual(['order', 'outbox']);
    const letters = await shop.deps.db.$queryRaw<{ kind: string }[]>`select kind from outbox t where t::text ilike '%quillfeather%'`;
    expect(letters).toEqual([{ kind: 'account-deleted' }]);
  });

  test('what they bought goes on with the receipt, and is shown by an account that they make with the address later', async () => {
    const reader = await makeReader();
    const where = { ownerId: reader.id };
    await shop.deps.db.order.updateMany({ where, data: { email: reader.email } });
    const { receiptToken } = await shop.deps.db.order.findFirstOrThrow({ where });
    await remove(reader);
    expect(await answerOf(await shop.browser().get(`/api/receipts/${receiptToken}`))).toMatchObject([200, { email: reader.email }]);
    const again = await makeSubscriber(shop, { email: reader.email });
    expect((await subscriberAt(again.browser)).receipts).toMatchObject([{ token: receiptToken }]);
  });

  test('an invoice that they paid, and its receipt, too', { tags: ['ci'] }, async () => {
    const { reader, invoice } = await payForSubscription({});
    const shown = await subscriberAt(reader.browser);
    expect([shown.invoices, shown.receipts]).toMatchObject([[{ token: invoice.token, paid: expect.any(String) }], [{}]]);
    expect((await remove(reader)).status).toBe(200);
    const again = await makeSubscriber(shop, { email: reader.email });
    const { invoices, receipts } = await subscriberAt(again.browser);
    expect({ invoices, receipts }).toEqual({ invoices: shown.invoices, receipts: shown.receipts });
    const invoicePayment = await shop.deps.db.invoicePayment.findMany({ where: { ownerId: again.id } });
    expect(invoicePayment).toMatchObject([{ method: 'check', amount: invoice.total }]);
    // And once more, from that account.
    expect((await remove(again)).status).toBe(200);
    expect((await subscriberAt((await makeSubscriber(shop, { email: reader.email })).browser)).invoices).toEqual(shown.invoices);
  });

  test(
    'they are shown by an account with the address that this one had last, and not by who has one that it gave up',
    { tags: ['ci'] },
    async () => {
      const { reader, invoice } = await payForSubscription({});
      const receiptToken = await buy(shop, reader.id);
      await shop.deps.db.order.updateMany({ where: { receiptToken }, data: { email: reader.email } });
      const last = `last-${reader.email}`;
      await changeEmail(reader, last);
      expect((await remove(reader)).status).toBe(200);
      const stranger = await makeSubscriber(shop, { email: reader.email });
      expect(await subscriberAt(stranger.browser)).toMatchObject({ invoices: [], receipts: [] });
      const again = await makeSubscriber(shop, { email: last });
      const { invoices, receipts } = await subscriberAt(again.browser);
      expect([invoices.map(({ token }) => token), receipts.length]).toEqual([[invoice.token], 2]);
      expect(receipts).toContainEqual(expect.objectContaining({ token: receiptToken }));
      // And from that account, which has another address by then.
      await changeEmail(again, `very-${last}`);
      expect((await remove(again)).status).toBe(200);
      expect(await subscriberAt((await makeSubscriber(shop, { email: last })).browser)).toMatchObject({ invoices: [], receipts: [] });
      expect((await subscriberAt((await makeSubscriber(shop, { email: `very-${last}` })).browser)).receipts).toHaveLength(2);
    },
  );

  test('but what an institution was billed for their subscription is not the institution’s reader’s, nor anybody’s whose mailbox is not proved', async () => {
    const library = `library-${uuidv7()}@example.org`;
    const { reader, invoice } = await payForSubscription({ email: library });
    const order = { where: { invoice: { token: invoice.token } } };
    expect((await remove(reader)).status).toBe(200);
    const clerk = await makeSubscriber(shop, { email: library });
    expect(await subscriberAt(clerk.browser)).toMatchObject({ invoices: [], receipts: [] });
    const own = await payForSubscription({});
    expect((await remove(own.reader)).status).toBe(200);
    const stranger = await makeSubscriber(shop, { email: own.reader.email, verified: false });
    expect(await subscriberAt(stranger.browser)).toMatchObject({ invoices: [], receipts: [] });
    expect(await shop.deps.db.order.findFirst(order)).toMatchObject({ ownerId: reader.id });
    const again = await makeSubscriber(shop, { email: reader.email });
    expect((await subscriberAt(again.browser)).invoices).toMatchObject([{ token: invoice.token }]);
  });

  test('the receipt, whose letter went with the account, does not say any more that a copy is on its way', async () => {
    const reader = shop.reader();
    await reader.add(await stock(shop.deps.db, 'prd:lantern', 5));
    const receiptToken = await reader.buy();
    const mailed = async () => answerOf(await shop.browser().get(`/api/receipts/${receiptToken}`));
    expect(await mailed()).toMatchObject([200, { mailed: true }]);
    const { email } = await shop.deps.db.order.findFirstOrThrow({ where: { receiptToken } });
    await remove(await makeSubscriber(shop, { email }));
    expect(await mailed()).toMatchObject([200, { email, mailed: false }]);
  });

  test('of a mailbox that nobody has proved go the letters about the account, its issues, and what the desk did or sent again, and no others', async () => {
    const { db, config } = shop.deps;
    const { publicationId } = config;
    const reader = await makeSubscriber(shop, { verified: false });
    const action = uuidv7();
    const done = { id: action, verb: 'endSessionsFor', subject: 'sessions', owner: reader.id };
    await act(shop.deps, { program: 'test' }, done, v.null(), async () => ({ result: null }));
    const post = (kind: string, subject: string) =>
      db.outbox.create({
        data: { id: uuidv7(), publicationId, kind, subject, recipient: reader.email, payload: {}, created: new Date(), sent: new Date() },
      });
    await post('issue-out', `${reader.id}:900`);
    await post('logged-out', action);
    await post('issue-out', `${reader.id}:900:again:${uuidv7()}`);
    await post('logged-out', `${action}:again:${uuidv7()}`);
    await post('receipt', `${uuidv7()}:again:${uuidv7()}`);
    expect((await remove(reader)).status).toBe(200);
    expect(await lettersTo(shop, reader.email)).toEqual(['receipt', 'account-deleted']);
  });

  test('the card provider forgets the reader and the card', async () => {
    const who = await cardHolder(shop);
    await putCard(shop, who);
    const { customer } = await shop.deps.db.account.findUniqueOrThrow({ where: { id: who.id } });
    await shop.deps.db.account.update({ where: { id: who.id }, data: { autorenewSince: new Date() } });
    expect((await previewOf(who.reader)).consequences).toEqual([{ type: 'personal-data' }, { type: 'autorenew' }, { type: 'card' }]);
    expect((await remove(who.reader)).status).toBe(200);
    expect(await shop.deps.stripe.customers.retrieve(customer ?? '')).toMatchObject({ deleted: true });
    await expect(attached(shop, customer)).rejects.toThrow(/No such customer/);
  });

  test('an order that was placed and not paid is given up, and what it held can be bought again', async () => {
    const reader = shop.reader();
    const { id, email } = await makeSubscriber(shop);
    await logInWith(reader.browser, email);
    const ref = await stock(shop.deps.db, `prd:last-${uuidv7()}`, 1);
    await reader.add(ref);
    await reader.start();
    expect(await stockOf(shop.deps.db, ref)).toBe(0);
    expect((await remove(reader)).status).toBe(200);
    expect(await stockOf(shop.deps.db, ref)).toBe(1);
    expect(await shop.deps.db.order.count({ where: { ownerId: id } })).toBe(0);
  });

  test('two tabs that delete it at once delete it once', { tags: ['ci'] }, async () => {
    // Which of the two is how far when the other ends is chance: several times, so that each place is met.
    for (let time = 0; time < 10; time++) {
      const reader = await makeReader();
      const answers = await Promise.all([remove(reader), remove(reader)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => ![200, 401].includes(status))).toEqual([]);
      expect(await lettersTo(shop, reader.email)).toEqual(['account-deleted']);
    }
  });

  test('while the provider does not answer, nothing is lost, and it can be done again', { tags: ['ci'] }, async () => {
    const who = await cardHolder(shop);
    await putCard(shop, who);
    shop.emulator.control.switch({ fail: { times: 5 } });
    expect((await remove(who.reader)).status).toBe(503);
    shop.emulator.control.switch({ fail: { times: 0 } });
    expect((await subscriberAt(who.reader.browser)).payment_info?.card?.last_four).toBe('4242');
    expect((await remove(who.reader)).status).toBe(200);
  });

  test('the last letter is forgotten a week after it was sent', async () => {
    const reader = await makeReader();
    await remove(reader);
    const { db } = shop.deps;
    const after = (days: number) => removeExpired({ db, clock: () => new Date(Date.now() + days * DAY) });
    await after(8);
    expect(await lettersTo(shop, reader.email)).toEqual(['account-deleted']);
    await db.outbox.updateMany({ where: { recipient: reader.email }, data: { sent: new Date() } });
    await after(6);
    expect(await lettersTo(shop, reader.email)).toEqual(['account-deleted']);
    await after(8);
    expect(await lettersTo(shop, reader.email)).toEqual([]);
  });
});
