// Attacks by who typed somebody's address into a sign-up, or was in their account for a while: nothing that they
// prepared works after the owner came.
import { giveMonthly } from '../../../test/donor.ts';
import { subscriberAt } from '../../../test/subscriber.ts';
import { startOpenidProvider, type OpenidProvider } from '@newsstand/dev-services/openid-provider';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { confirmSetup, setupIntentOf, setupSecret } from '../../../test/card-reader.ts';
import { compose } from '../../../test/letter.ts';
import { answerOf, codeFor, logInWith, makeAccount, resetTokenFor, whoIs } from '../../../test/reader.ts';
import { ADDRESS, newcomer, openShop, type Reader, type Shop } from '../../../test/shop.ts';
import { person, signIn } from '../../../test/sign-in.ts';
import { settleSetup } from '../../payments/webhooks/keep-setup.ts';
import { settle } from '../../payments/settle/settle.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';
import { hashOf, newToken, tokenOf } from '../../platform/secrets.ts';
import { endSessionsAt } from './end-sessions.ts';
import { findOrCreateAccount, voidIfUnproved } from './find-or-create-account.ts';

let shop: Shop;
let provider: OpenidProvider;
let late = 0;
beforeAll(async () => {
  provider = await startOpenidProvider({ port: 0, origins: ['http://localhost:4000'] });
  shop = await openShop({ clock: () => new Date(Date.now() + late), env: { OPENID_STAND_IN: provider.url } });
});
afterAll(async () => {
  await shop.close();
  await provider.close();
});
// An attacker has time, and the provider counts in seconds.
beforeEach(() => {
  late += MINUTE;
});

const PASSWORD = 'a ferry at dawn';
const PRINT = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null } as const;
const THEIRS = { ...ADDRESS, line1: '666 Attacker Alley' };
const NEW = 'their own harbour';

const Token = v.object({ token: v.string() });
const ask = (browser: Browser, email: string) => browser.post('/api/account/reset-email', { email });
const linkIn = async (kind: string, recipient: string, key: string): Promise<string> => {
  const { deps } = shop;
  const { payload } = await deps.db.outbox.findFirstOrThrow({ where: { kind, recipient }, orderBy: { id: 'desc' } });
  return tokenOf(deps.config.access.secret, v.parse(v.object({ [key]: v.string() }), payload)[key] ?? '');
};

async function byCode(email: string, browser = shop.browser()): Promise<Browser> {
  const { token } = v.parse(Token, await (await browser.post('/api/access/signin', { email })).json());
  expect((await browser.post('/api/access/signin/verify', { token, password: await codeFor(shop, email) })).status).toBe(200);
  return browser;
}

async function byReset(email: string, browser = shop.browser()): Promise<Browser> {
  await browser.post('/api/access/reset-password', { email });
  const token = await resetTokenFor(shop, email);
  expect((await browser.post('/api/access/reset-password/confirm', { token, password: NEW, confirm: NEW })).status).toBe(200);
  return browser;
}

async function byGoogle(email: string, browser = shop.browser()): Promise<Browser> {
  await signIn(browser, '/oauth/google', person(email));
  expect(await whoIs(browser)).toBe(email);
  return browser;
}

/** Somebody signs up with another's address at an unpaid check-out, and prepares what an account can hold. */
async function squat(): Promise<{ squatter: Reader; email: string; id: string; begun: { intent: string; secret: string }; setup: string }> {
  const squatter = shop.reader();
  await squatter.browser.post('/api/cart', { type: 'membership', item: { subscription: PRINT } });
  const { email } = newcomer();
  const password = { password: PASSWORD, confirm: PASSWORD };
  const begun = await squatter.start({ email, password, address: THEIRS, save_card: true, autorenew: true });
  expect(await whoIs(squatter.browser)).toBe(email);
  expect((await squatter.browser.post('/api/account/address/a', THEIRS)).status).toBe(200);
  const setup = await setupSecret(squatter.browser);
  const { id } = await shop.deps.db.account.findFirstOrThrow({ where: { email } });
  return { squatter, email, id, begun, setup };
}

/** What is left of it, and what it can still do. */
async function expectNothingLeft({ squatter, email, id, begun, setup }: Awaited<ReturnType<typeof squat>>, owner: Browser): Promise<void> {
  const { db } = shop.deps;
  expect([await whoIs(squatter.browser), await whoIs(owner)]).toEqual([null, email]);
  expect((await logInWith(shop.browser(), email, PASSWORD)).status).toBe(401);
  const emptied = { lines: [], coupon: null, subscription: null, donation: null };
  expect(await db.cart.findFirst({ where: { ownerId: id }, include: { lines: true } })).toMatchObject(emptied);
  expect(await db.ownerAddress.count({ where: { ownerId: id } })).toBe(0);
  // A card whose keys they kept is not the account's.
  expect(await confirmSetup(shop.emulator, setup)).toBe('succeeded');
  await settleSetup(shop.deps, setupIntentOf(setup), `evt_${uuidv7()}`).catch(() => undefined);
  // Nor is what they pay for now: it is refunded, and changes nothing.
  await squatter.pay(begun);
  await settle(shop.deps, begun.intent);
  expect(await db.account.findUniqueOrThrow({ where: { id } })).toMatchObject({ email, method: null, autorenewSince: null });
  expect(await db.order.findUniqueOrThrow({ where: { intentId: begun.intent } })).toMatchObject({ state: 'cancelled' });
  expect([await db.subscription.count({ where: { ownerId: id } }), await db.ownerAddress.count({ where: { ownerId: id } })]).toEqual([
    0, 0,
  ]);
}

test('who signed up with another’s address cannot ask for another one, and is told how it would go', { tags: ['ci'] }, async () => {
  const { squatter } = await squat();
  expect(await answerOf(await ask(squatter.browser, newcomer().email))).toEqual([
    403,
    { errors: 'Please show first that your current email is yours: log in once with a code that we mail there.' },
  ]);
  expect(await shop.deps.db.emailChange.count()).toBe(0);
});

test.each([
  ['a mailed code', byCode],
  ['a link that sets a password', byReset],
  ['Google', byGoogle],
])('whose address somebody else signed up with, and who comes by %s, finds nothing of theirs, and nothing that waits', async (_, come) => {
  const squatted = await squat();
  const { email, id } = squatted;
  // A change of address that was asked for before it took a proof.
  const token = newToken();
  const waiting = { tokenHash: hashOf(token), created: shop.deps.clock(), expires: new Date(Date.now() + late + 60 * MINUTE) };
  await shop.deps.db.emailChange.create({ data: { accountId: id, publicationId: 'main', email: newcomer().email, ...waiting } });
  const confirm = () => shop.browser().post('/api/account/email/confirm', { token });
  expect((await confirm()).status).toBe(422);
  const owner = await come(email);
  expect((await confirm()).status).toBe(422);
  await expectNothingLeft(squatted, owner);
});

test('the letter that tells an owner of a password that somebody else had set does not say the name that they typed', async () => {
  const { email } = await makeAccount(shop, { verified: false, name: 'You have won' });
  await byCode(email);
  const { payload } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind: 'password-removed' } });
  expect(payload).toMatchObject({ name: '', why: 'proved' });
});

test.each([
  ['a mailed code', byCode],
  ['a link that sets a password', byReset],
])('a name that somebody else typed greets nobody who comes by %s: not in the session, not in a letter', async (_, come) => {
  const typed = 'You won! Call +1 900 555 0100 or evil.example/win';
  const { email } = newcomer();
  const squatter = shop.reader();
  await squatter.browser.post('/api/cart', { type: 'membership', item: { subscription: PRINT } });
  await squatter.start({ name: typed, email, password: { password: PASSWORD, confirm: PASSWORD }, address: ADDRESS });
  const owner = await come(email);
  expect(await answerOf(await owner.get('/api/access/session'))).toMatchObject([200, { account: { name: email, email } }]);
  expect((await subscriberAt(owner)).account).toMatchObject({ name: email, email });
  // And what is written to them from now on.
  await logInWith(shop.browser(), email, come === byReset ? NEW : PASSWORD);
  for (const row of await shop.deps.db.outbox.findMany({ where: { recipient: email } })) {
    const letter = JSON.stringify((await compose(shop.deps, row))?.blocks ?? '');
    expect(letter, row.kind).not.toMatch(/You won|900 555|evil/);
    if (row.kind === 'password-set' || row.kind === 'password-changed' || row.kind === 'new-sign-in')
      expect(letter).toContain('Dear reader,');
  }
});

test('a name that staff wrote stays: nobody who could have typed it was ever in the account', async () => {
  const { email } = newcomer();
  const id = await shop.deps.db.$transaction((tx) => findOrCreateAccount(tx, shop.deps, { email, name: 'Ada Ferrier', billed: uuidv7() }));
  await shop.deps.db.$transaction((tx) => voidIfUnproved(tx, shop.deps, { id, name: null }));
  const owner = await byCode(email);
  expect((await subscriberAt(owner)).account).toMatchObject({ name: 'Ada Ferrier' });
});

test('a name that somebody else typed is not the owner’s: Google says theirs', async () => {
  const { email } = await makeAccount(shop, { verified: false, name: 'Win at evil.example' });
  await byGoogle(email);
  expect(await shop.deps.db.account.findFirst({ where: { email } })).toMatchObject({ name: 'Ada Ferrier' });
});

test(
  'what waited for its bank before the owner came is given, and neither keeps the card nor leads their print away',
  { tags: ['ci'] },
  async () => {
    const squatted = await squat();
    const { email, id, begun } = squatted;
    const { db } = shop.deps;
    await db.order.updateMany({ where: { intentId: begun.intent }, data: { state: 'processing' } });
    const owner = await byCode(email);
    late += MINUTE;
    expect((await owner.post('/api/account/address/a', ADDRESS)).status).toBe(200);
    await squatted.squatter.pay(begun);
    await settle(shop.deps, begun.intent);
    expect(await db.subscription.count({ where: { ownerId: id } })).toBe(1);
    expect(await db.account.findUniqueOrThrow({ where: { id } })).toMatchObject({ method: null, autorenewSince: null });
    expect(await db.ownerAddress.findMany({ where: { ownerId: id } })).toMatchObject([{ address: { line1: ADDRESS.line1 } }]);
  },
);

test('the links of what somebody else began in the account show nothing any more of the card that its owner puts there', async () => {
  const { email } = await makeAccount(shop, { verified: false });
  const attacker = shop.reader();
  await logInWith(attacker.browser, email);
  const { browser: theirs } = attacker;
  const { token: seen } = await giveMonthly(shop, attacker);
  expect((await theirs.post(`/api/donation/setup?token=${seen}`, {})).status).toBe(200);
  const owner = await byCode(email);
  const [donation] = (await subscriberAt(owner)).donations;
  expect((await owner.post(`/api/donation/setup?token=${donation?.token}`, {})).status).toBe(200);
  expect((await theirs.post(`/api/donation/setup?token=${seen}`, {})).status).toBe(404);
});

test('who proves the mailbox where they are logged in keeps their name, their cart, their address and what they are paying for', async () => {
  const { squatter: reader, email, id, begun } = await squat();
  await byCode(email, reader.browser);
  expect((await reader.cart()).subscription).toMatchObject({ term: '1year' });
  expect((await subscriberAt(reader.browser)).account.name).toBe('Ada Reader');
  expect(await shop.deps.db.ownerAddress.count({ where: { ownerId: id } })).toBe(1);
  await reader.pay(begun);
  expect((await reader.status(begun.intent)).status).toBe('completed');
});

/**
 * A thief in a browser that was left open, logged in just now: a change waits, a card is being set up, an order is
 * being paid.
 */
async function breakIn() {
  const account = await makeAccount(shop);
  const thief = shop.reader();
  await logInWith(thief.browser, account.email);
  const changed = newcomer().email;
  expect((await ask(thief.browser, changed)).status).toBe(200);
  const setup = await setupSecret(thief.browser);
  await thief.browser.post('/api/account/delete/code', {});
  const change = await linkIn('email-change', changed, 'nonce');
  late += MINUTE;
  return { ...account, thief, setup, change };
}

type Account = { id: string; email: string };

test.each([
  ['a new password', ({ email }: Account) => byReset(email)],
  [
    'the end of all other sessions',
    async ({ email }: Account) => {
      const browser = shop.browser();
      await logInWith(browser, email);
      expect((await browser.send('DELETE', '/api/access/sessions', undefined, {})).status).toBe(200);
    },
  ],
  [
    'the end of one session',
    async ({ id, email }: Account) => {
      const { id: session } = await shop.deps.db.session.findFirstOrThrow({ where: { accountId: id } });
      const browser = shop.browser();
      await logInWith(browser, email);
      expect((await browser.send('DELETE', `/api/access/sessions/${session}`, undefined, {})).status).toBe(200);
    },
  ],
  ['staff', ({ email }: Account) => endSessionsAt(shop.deps, email)],
  [
    'the letter about it',
    async ({ email }: Account) => {
      const token = await linkIn('email-asked', email, 'nonce');
      // A program that follows the links of a letter only ever asks for the page.
      expect(await shop.deps.db.emailChange.count({ where: { account: { email } } })).toBe(1);
      const stop = () => shop.browser().post('/api/account/email/withdraw', { token });
      expect(await answerOf(await stop())).toEqual([200, { email }]);
      // Pressed twice, or its answer lost on the way.
      expect(await answerOf(await stop())).toEqual([200, { email }]);
    },
  ],
])('a thief in an account is out of it by %s, with the new address, the codes and the card that they prepared', async (_, end) => {
  const { id, email, thief, setup, change } = await breakIn();
  await end({ id, email });
  expect(await whoIs(thief.browser)).toBeNull();
  for (const browser of [thief.browser, shop.browser()]) {
    expect((await browser.post('/api/account/email/confirm', { token: change })).status).toBe(422);
  }
  expect(await shop.deps.db.ticket.count({ where: { consumed: null, OR: [{ email }, { accountId: id }] } })).toBe(0);
  expect(await confirmSetup(shop.emulator, setup)).toBe('succeeded');
  await settleSetup(shop.deps, setupIntentOf(setup), `evt_${uuidv7()}`).catch(() => undefined);
  expect(await shop.deps.db.account.findUniqueOrThrow({ where: { id } })).toMatchObject({ email, method: null });
});

test('each letter about a change withdraws whatever waits by then, and once it was confirmed says that it is too late', async () => {
  const { email, thief } = await breakIn();
  const first = await linkIn('email-asked', email, 'nonce');
  const changed = newcomer().email;
  await ask(thief.browser, changed);
  expect((await shop.browser().post('/api/account/email/withdraw', { token: first })).status).toBe(200);
  expect((await shop.browser().post('/api/account/email/confirm', { token: await linkIn('email-change', changed, 'nonce') })).status).toBe(
    422,
  );
  await logInWith(thief.browser, email);
  await ask(thief.browser, changed);
  const withdraw = await linkIn('email-asked', email, 'nonce');
  expect((await thief.browser.post('/api/account/email/confirm', { token: await linkIn('email-change', changed, 'nonce') })).status).toBe(
    200,
  );
  expect(await answerOf(await shop.browser().post('/api/account/email/withdraw', { token: withdraw }))).toMatchObject([
    422,
    { errors: { token: expect.stringContaining('confirmed or withdrawn before') } },
  ]);
});

test('a password that the proof takes away while it is being checked logs nobody in', async () => {
  const { email } = await makeAccount(shop, { verified: false });
  const tries = await Promise.all([...Array.from({ length: 4 }, () => logInAt(email)), byCode(email)]);
  const owner = tries.at(-1);
  for (const each of tries) expect([each === owner ? email : null]).toContain(await whoIs(each));
});

async function logInAt(email: string): Promise<Browser> {
  const browser = shop.browser();
  await logInWith(browser, email);
  return browser;
}
