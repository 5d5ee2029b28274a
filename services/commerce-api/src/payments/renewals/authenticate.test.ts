import { ChargeStatus } from '@newsstand/contracts/charge';
import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addTo,
  CARD,
  donate,
  expectCharged,
  giveCard,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
} from '../../../test/timed-magazine.ts';
import { sendLetter } from '../../../test/letter.ts';
import { reopenRenewal } from '../../ledger/planned-charges/reopen-charge.ts';
import { openMailer } from '../../letters/mailer.ts';
import { chargeAtOnce } from './charge-at-once.ts';
import { runRenewals } from './run-renewals.ts';

let magazine: Magazine;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  magazine = await openMagazine({ env: { SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: 'http://localhost:4000' } });
});
afterAll(async () => {
  await magazine.close();
  await mailbox.close();
});
afterEach(async () => {
  magazine.emulator.control.switch({ drop: false });
  await settled(magazine);
  await expectCharged(magazine);
});

/** The last letter of a kind to an address, as it is read. */
async function readLetter(email: string, kind: string): Promise<string> {
  const { id } = await magazine.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind }, orderBy: { id: 'desc' } });
  const mailer = openMailer(mailbox.smtpUrl);
  await sendLetter(magazine.deps, mailer, id);
  mailer.close();
  return mailbox.list().findLast(({ to }) => JSON.stringify(to).includes(email))?.text ?? '';
}

const linkIn = (text: string) => /http:\/\/localhost:4000\/renewal\?token=([\w-]{43})/.exec(text)?.[1] ?? 'no link';

async function look(token: string): Promise<ChargeStatus> {
  const response = await magazine.browser().get(`/api/charges/${token}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  return v.parse(ChargeStatus, await response.json());
}

/** What the page behind the link does: confirms with the card on record, and answers the bank. */
async function confirm(status: ChargeStatus, outcome: 'succeeded' | 'failed' = 'succeeded'): Promise<string> {
  if (status.status !== 'authorize-card') return expect.unreachable(`the charge is ${status.status}`);
  const { keys, intent, method } = status;
  const { body } = await fromBrowser(magazine.emulator, `/v1/payment_intents/${intent}/confirm`, {
    client_secret: keys.secret,
    payment_method: method,
  });
  if (body.status === 'requires_action')
    await fromBrowser(magazine.emulator, '/v1/3ds2/authenticate', { client_secret: keys.secret, outcome });
  return body.status ?? body.error.code;
}

test(
  'autorenew runs over two terms, and the bank’s one question is answered from the letter',
  { tags: ['ci'], timeout: 300_000 },
  async () => {
    const reader = await subscribe(magazine, { card: CARD.asks });
    await release(magazine, 4);
    await magazine.live(31);
    const text = await readLetter(reader.email, 'charge-authenticate');
    expect(text).toContain('your bank asks you to confirm it');
    const status = await look(linkIn(text));
    expect(status).toMatchObject({
      status: 'authorize-card',
      charge: 'renewal',
      detail: 'Digital, Standard, 1 year (4 issues)',
      failure: null,
    });
    // Days pass, and nobody but the reader can go on.
    await magazine.live(10);
    expect(paidBy(magazine, reader.customer)).toEqual([]);
    expect(await confirm(status)).toBe('requires_action');
    const done = await look(linkIn(text));
    expect(done).toMatchObject({ status: 'completed', receipt: expect.any(String) });
    expect(await look(linkIn(text))).toEqual(done);
    await magazine.live(30);

    const held = await giveCard(magazine, reader.customer, CARD.good);
    await magazine.deps.db.account.update({ where: { id: reader.id }, data: held });
    for (let issue = 0; issue < 3; issue++) {
      await release(magazine);
      await magazine.live(1);
      magazine.travel(90);
    }
    await release(magazine);
    await magazine.live(31);
    expect(paidBy(magazine, reader.customer)).toHaveLength(2);
    const terms = await magazine.deps.db.subscription.findMany({
      where: { ownerId: reader.id },
      orderBy: { cycle: 'asc' },
      include: { tokens: true },
    });
    expect(terms.map(({ cycle, tokens }) => [cycle, tokens.filter(({ issue }) => issue === null).length])).toEqual([
      [1, 0],
      [2, 0],
      [3, 4],
    ]);
    expect(await lettersTo(magazine, reader.email)).toEqual([
      'renewal-notice',
      'charge-authenticate',
      'receipt',
      'renewal-notice',
      'receipt',
    ]);
  },
);

describe('a payment that the bank asks about', () => {
  const asked = async () => {
    const reader = await subscribe(magazine, { card: CARD.asks });
    await release(magazine, 4);
    await magazine.live(30);
    return { ...reader, token: linkIn(await readLetter(reader.email, 'charge-authenticate')) };
  };

  test('may be tried again after a refusal, whose words are shown', { tags: ['ci'] }, async () => {
    const { token, customer } = await asked();
    await confirm(await look(token), 'failed');
    const again = await look(token);
    expect(again).toMatchObject({ status: 'authorize-card', failure: expect.stringContaining('unable to authenticate') });
    await confirm(again);
    expect(await look(token)).toMatchObject({ status: 'completed' });
    expect(paidBy(magazine, customer)).toHaveLength(1);
  });

  test('is settled by the webhook, or by the next day’s look when none came, if the reader closes the page', { tags: ['ci'] }, async () => {
    const [one, other] = [await asked(), await asked()];
    await confirm(await look(one.token));
    await settled(magazine);
    expect(await magazine.deps.db.charge.findUniqueOrThrow({ where: { token: one.token } })).toMatchObject({ state: 'paid' });
    magazine.emulator.control.switch({ drop: true });
    await confirm(await look(other.token));
    await magazine.live(1);
    expect(await magazine.deps.db.charge.findUniqueOrThrow({ where: { token: other.token } })).toMatchObject({ state: 'paid' });
  });

  test('is given up after 30 days, its intent canceled, and its link says so', { tags: ['ci'] }, async () => {
    const { token, customer, email } = await asked();
    await magazine.live(32);
    expect(await look(token)).toMatchObject({ status: 'stopped' });
    const intents = magazine.emulator.control.state().payment_intents.filter((intent) => intent.customer === customer);
    expect(intents.map(({ status }) => status)).toEqual(['canceled']);
    expect(await readLetter(email, 'charge-given-up')).toContain('Nothing was charged.');
  });

  test('is canceled when another card pays, so that the old link pays nothing', { tags: ['ci'] }, async () => {
    const { id, customer, token } = await asked();
    const old = await look(token);
    const held = await giveCard(magazine, customer, CARD.good);
    const keys = await magazine.deps.db.$transaction(async (tx) => {
      await tx.account.update({ where: { id }, data: held });
      return reopenRenewal(tx, magazine.deps, id);
    });
    for (const key of keys) expect(await chargeAtOnce(magazine.deps, key)).toMatchObject({ type: 'paid' });
    expect(await confirm(old)).toBe('payment_intent_unexpected_state');
    expect(await look(token)).toMatchObject({ status: 'completed' });
    expect(paidBy(magazine, customer)).toHaveLength(1);
  });

  test(
    'that was answered in the moment before another card is tried counts, and the other card is not charged',
    { tags: ['ci'] },
    async () => {
      const { id, customer, token } = await asked();
      magazine.emulator.control.switch({ drop: true });
      await confirm(await look(token));
      await magazine.deps.db.account.update({ where: { id }, data: await giveCard(magazine, customer, CARD.good) });
      // As if the look above had not been: the charge is still open here.
      await magazine.deps.db.charge.update({ where: { token }, data: { nextAttempt: magazine.now() } });
      await runRenewals(magazine.deps);
      expect(paidBy(magazine, customer)).toHaveLength(1);
    },
  );

  test('is canceled when the reader has renewed otherwise', { tags: ['ci'] }, async () => {
    const { id, customer, token } = await asked();
    await addTo(magazine, id, '1year');
    expect(await look(token)).toMatchObject({ status: 'stopped' });
    await magazine.live(1);
    const intents = magazine.emulator.control.state().payment_intents.filter((intent) => intent.customer === customer);
    expect(intents.map(({ status }) => status)).toEqual(['canceled']);
  });
});

test(
  'the link of a renewal that was refused asks for another card for as long as one pays it, and then says that it stopped',
  { tags: ['ci'] },
  async () => {
    const reader = await subscribe(magazine, { card: CARD.declines });
    await release(magazine, 4);
    await magazine.live(46);
    const { token } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: reader.id } });
    expect(await look(token)).toMatchObject({ status: 'replace-card' });
    await magazine.live(15);
    expect(await look(token)).toMatchObject({ status: 'stopped' });
    const held = await giveCard(magazine, reader.customer, CARD.good);
    await magazine.deps.db.account.update({ where: { id: reader.id }, data: held });
    expect(await magazine.deps.db.$transaction((tx) => reopenRenewal(tx, magazine.deps, reader.id))).toEqual([]);
  },
);

test(
  'a month of a donation that the bank asks about is confirmed from its letter too, and one whose card is refused leads to the donation’s own page',
  { tags: ['ci'] },
  async () => {
    const donor = await donate(magazine, { card: CARD.asks });
    await magazine.live(32);
    const token = linkIn(await readLetter(donor.email, 'charge-authenticate'));
    const status = await look(token);
    expect(status).toMatchObject({ status: 'authorize-card', charge: 'donation', amount: 2500, name: 'Dora Donor', donation: donor.token });
    await confirm(status);
    expect(await look(token)).toMatchObject({ status: 'completed' });

    const poor = await donate(magazine, { card: CARD.declines });
    await magazine.live(50);
    const text = await readLetter(poor.email, 'charge-replace-card');
    expect(text).toContain(`http://localhost:4000/account/donation?token=${poor.token}`);
    expect(text).toContain('To proceed, please update your payment information.');
  },
);

test('a donation that became an account’s while its bank was asking is paid all the same', { tags: ['ci'] }, async () => {
  const donor = await donate(magazine, { card: CARD.asks });
  await magazine.live(32);
  const token = linkIn(await readLetter(donor.email, 'charge-authenticate'));
  const status = await look(token);
  const ownerId = crypto.randomUUID();
  await magazine.deps.db.donation.updateMany({ where: { id: donor.id }, data: { ownerId } });
  await magazine.deps.db.charge.updateMany({ where: { subject: donor.id }, data: { ownerId } });
  await confirm(status);
  expect(await look(token)).toMatchObject({ status: 'completed' });
  expect(await magazine.deps.db.order.count({ where: { ownerId } })).toBe(1);
});

test('a renewal’s notice says the amount, the date and how to switch it off', { tags: ['§9.texts.1'] }, async () => {
  const reader = await subscribe(magazine);
  await release(magazine, 4);
  const { amount, due } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: reader.id } });
  const text = await readLetter(reader.email, 'renewal-notice');
  expect(text).toContain(`on ${due.getUTCMonth() + 1}.${due.getUTCDate()}.${due.getUTCFullYear()} we charge $${(amount / 100).toFixed(2)}`);
  expect(text).toContain('Your subscription will renew at the end of your cycle, but you can cancel at any time.');
  expect(text).toContain('switch autorenew off in your account before');
  expect(text).toContain('http://localhost:4000/account');
});

test('a token that nobody was sent is not found', async () => {
  expect((await magazine.browser().get('/api/charges/a-token-of-nothing')).status).toBe(404);
});
