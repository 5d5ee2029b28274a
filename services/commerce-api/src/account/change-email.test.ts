import { LOG_IN_FIRST } from '@newsstand/contracts/access';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, codeFor, lettersTo, logInWith, makeAccount, resetTokenFor, whoIs } from '../../test/reader.ts';
import { makeSubscriber, subscriberAt, type TestSubscriber } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { accountLetter, type AccountLetterKind } from '../letters/account-letter.ts';
import { letterText } from '../letters/letter-text.ts';
import { accountLetterKind } from '../letters/account-letter-kind.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { DAY, MINUTE } from '../platform/duration.ts';
import { wording } from '../publication/texts/letter-texts.ts';

let service: TestApp;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

const newEmail = () => `new-${uuidv7()}@example.org`;
const ask = ({ browser }: TestSubscriber, email: string) => browser.post('/api/account/reset-email', { email });
const confirm = (token: string, browser = service.browser()) => browser.post('/api/account/email/confirm', { token });
const DEAD = [422, { errors: { token: 'This link does not work any more. Please request the change again.' } }];

/** The newest letter about the account to an address, as it is sent. */
async function letterTo(email: string, kind: AccountLetterKind): Promise<string> {
  const { deps } = service;
  const row = await deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind }, orderBy: { id: 'desc' } });
  const sender = { name: 'Exclave', support: 'help@example.org', url: deps.config.publicUrl, paths: {} };
  const letter = accountLetter(await accountLetterKind(deps, kind, email), row.payload, {
    secret: deps.config.access.secret,
    now,
    sender,
    say: wording({}),
  });
  return letter === null ? '' : letterText(letter);
}

const linkTo = async (email: string) =>
  /\/account\/email#confirm=([\w-]{43})$/m.exec(await letterTo(email, 'email-change'))?.[1] ?? 'no link';

test('another address is asked for within 15 minutes of a login; later the reader logs in again first, and nothing has happened until then', async () => {
  const reader = await makeSubscriber(service);
  const email = newEmail();
  const before = now;
  now = new Date(before.getTime() + 16 * MINUTE);
  expect(await answerOf(await ask(reader, email))).toEqual([403, { errors: LOG_IN_FIRST }]);
  expect((await subscriberAt(reader.browser)).account.email_change).toBeNull();
  expect(await lettersTo(service, email)).toEqual([]);
  // What waits is withdrawn at any time.
  expect((await ask(reader, reader.email)).status).toBe(200);
  await logInWith(reader.browser, reader.email);
  expect((await ask(reader, email)).status).toBe(200);
  now = before;
});

test('who has no password and whose mailbox fails may change the address whenever they were logged in', async () => {
  const reader = await makeSubscriber(service);
  const before = now;
  now = new Date(before.getTime() + DAY);
  await service.deps.db.account.update({ where: { id: reader.id }, data: { emailFailing: now } });
  expect((await ask(reader, newEmail())).status).toBe(403);
  await service.deps.db.account.update({ where: { id: reader.id }, data: { passwordHash: null } });
  expect((await ask(reader, newEmail())).status).toBe(200);
  now = before;
});

test(
  'a new address waits until its link is followed and its button pressed, and both addresses are told',
  { tags: ['§1.offers.14', '§3.account.2', '§4.email-change.1', '§6.subscriber.2', '§7.calls.29'] },
  async () => {
    const reader = await makeSubscriber(service);
    const email = newEmail();
    expect(await answerOf(await ask(reader, email.toUpperCase()))).toEqual([
      200,
      { name: reader.name, email: reader.email, email_change: email },
    ]);
    expect((await subscriberAt(reader.browser)).account).toMatchObject({ email: reader.email, email_change: email });
    expect(await letterTo(reader.email, 'email-asked')).toContain(`asked to use ${email} from now on`);

    // A program that follows the links of a letter only ever asks for the page.
    const token = await linkTo(email);
    await service.browser().get('/api/page/account-email');
    expect(await answerOf(await confirm(token, reader.browser))).toEqual([
      200,
      { email, logged_in: true, password_gone: false, google_gone: false },
    ]);
    expect((await subscriberAt(reader.browser)).account).toMatchObject({ email, email_change: null });
    for (const told of [reader.email, email]) expect(await letterTo(told, 'email-changed')).toContain(`Your account now uses ${email}`);
    expect((await logInWith(service.browser(), email)).status).toBe(200);
    expect((await logInWith(service.browser(), reader.email)).status).toBe(401);
  },
);

test('a second request replaces the first, whose link is dead', { tags: ['§4.email-change.2'] }, async () => {
  const reader = await makeSubscriber(service);
  const [first, second] = [newEmail(), newEmail()];
  await ask(reader, first);
  await ask(reader, second);
  expect((await subscriberAt(reader.browser)).account.email_change).toBe(second);
  expect(await answerOf(await confirm(await linkTo(first), reader.browser))).toEqual(DEAD);
  expect((await confirm(await linkTo(second), reader.browser)).status).toBe(200);
});

test(
  'who asks for another address is told which one it takes the place of, be it the same, also where two tabs ask at once',
  { tags: ['ci', '§4.email-change.2'] },
  async () => {
    const reader = await makeSubscriber(service);
    const replaced = async (email: string) => {
      const { replaced: earlier }: { replaced?: string } = await (await ask(reader, email)).json();
      return earlier;
    };
    const [first, second, third, fourth] = [newEmail(), newEmail(), newEmail(), newEmail()];
    const atOnce = await Promise.all([replaced(first), replaced(second)]);
    const waits = (await subscriberAt(reader.browser)).account.email_change;
    expect(atOnce.toSorted()).toEqual([waits === first ? second : first, undefined]);
    expect(await replaced(third)).toBe(waits);
    const link = await linkTo(third);
    expect(await replaced(third)).toBe(third);
    expect(await answerOf(await confirm(link, reader.browser))).toEqual(DEAD);
    expect(await letterTo(third, 'email-change')).toContain(
      'only until you ask again, for this address or another: then the newest one does.',
    );
    now = new Date(now.getTime() + 3 * DAY);
    await logInWith(reader.browser, reader.email);
    expect(await replaced(fourth)).toBeUndefined();
  },
);

test('a link that has done its work says so, however often and wherever its button is pressed, and does it once', async () => {
  const [reader, other] = [await makeSubscriber(service), await makeSubscriber(service)];
  const email = newEmail();
  await ask(reader, email);
  const token = await linkTo(email);
  const done = { email, logged_in: true, password_gone: false, google_gone: false };
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token, reader.browser)));
  for (const answer of answers) expect(await answerOf(answer)).toEqual([200, done]);
  expect((await lettersTo(service, email)).toSorted()).toEqual(['email-change', 'email-changed']);
  expect((await lettersTo(service, reader.email)).filter((kind) => kind === 'email-changed')).toHaveLength(1);
  // Where nobody is logged in, or somebody else is, nothing more goes.
  for (const browser of [service.browser(), other.browser]) {
    expect(await answerOf(await confirm(token, browser))).toEqual([200, { ...done, logged_in: false }]);
  }
  expect([await whoIs(reader.browser), await whoIs(other.browser)]).toEqual([email, other.email]);
  expect((await logInWith(service.browser(), email)).status).toBe(200);
});

test('a link has done nothing any more once the account has yet another address, or the address another account', async () => {
  const reader = await makeSubscriber(service);
  const [email, next] = [newEmail(), newEmail()];
  await ask(reader, email);
  const token = await linkTo(email);
  await confirm(token, reader.browser);
  await ask(reader, next);
  await confirm(await linkTo(next), reader.browser);
  expect(await answerOf(await confirm(token, reader.browser))).toEqual(DEAD);
  await makeAccount(service, { email });
  expect(await answerOf(await confirm(token, reader.browser))).toEqual(DEAD);
});

test('a link works for three days', async () => {
  const reader = await makeSubscriber(service);
  const late = newEmail();
  await ask(reader, late);
  const old = await linkTo(late);
  now = new Date(now.getTime() + 3 * DAY);
  expect(await answerOf(await confirm(old, reader.browser))).toEqual(DEAD);
  expect((await subscriberAt(reader.browser)).account.email_change).toBe(null);
});

test('the present address withdraws a change that waits', async () => {
  const reader = await makeSubscriber(service);
  const email = newEmail();
  await ask(reader, email);
  const token = await linkTo(email);
  expect(await answerOf(await ask(reader, reader.email))).toEqual([200, { name: reader.name, email: reader.email, email_change: null }]);
  expect(await answerOf(await confirm(token, reader.browser))).toEqual(DEAD);
});

test('an address that has an account is answered like any other, is told so, and is not taken over', async () => {
  const [reader, other] = [await makeSubscriber(service), await makeAccount(service)];
  expect(await answerOf(await ask(reader, other.email))).toEqual([
    200,
    { name: reader.name, email: reader.email, email_change: other.email },
  ]);
  expect(await letterTo(other.email, 'email-change')).toContain('It has one of its own, so it cannot.');
  expect(await letterTo(other.email, 'email-change')).not.toContain('#confirm');
});

test('an address that gets an account before it is confirmed is not taken over', async () => {
  const reader = await makeSubscriber(service);
  const email = newEmail();
  await ask(reader, email);
  const token = await linkTo(email);
  await makeAccount(service, { email });
  expect(await answerOf(await confirm(token, reader.browser))).toEqual([409, { errors: 'There is an account with this address already.' }]);
  expect((await subscriberAt(reader.browser)).account.email).toBe(reader.email);
});

test('every other session ends, and codes and links of the old address work no more', async () => {
  const reader = await makeSubscriber(service);
  const elsewhere = service.browser();
  await logInWith(elsewhere, reader.email);
  await service.browser().post('/api/access/reset-password', { email: reader.email });
  const reset = await resetTokenFor(service, reader.email);
  const signin: { token: string } = await (await elsewhere.post('/api/access/signin', { email: reader.email })).json();
  const code = await codeFor(service, reader.email);
  const email = newEmail();
  await ask(reader, email);
  await confirm(await linkTo(email), reader.browser);
  expect([await whoIs(reader.browser), await whoIs(elsewhere)]).toEqual([email, null]);
  const password = 'a ferry at dawn';
  expect((await elsewhere.post('/api/access/reset-password/confirm', { token: reset, password, confirm: password })).status).toBe(422);
  expect((await elsewhere.post('/api/access/signin/verify', { token: signin.token, password: code })).status).toBe(429);
});

test('who confirms without being logged in gets the account, and whoever had it can open it no more', async () => {
  const hijacker = await makeSubscriber(service);
  const email = newEmail();
  await ask(hijacker, email);
  const token = await linkTo(email);
  const done = { email, logged_in: false, password_gone: true, google_gone: false };
  expect(await answerOf(await confirm(token))).toEqual([200, done]);
  expect(await whoIs(hijacker.browser)).toBe(null);
  expect((await logInWith(service.browser(), email)).status).toBe(401);
  // Whoever lost the answer on its way is told the same.
  expect(await answerOf(await confirm(token))).toEqual([200, done]);
});

test('who confirms without being logged in is told, there and by mail, that Google opens the account no more, and of no password that never was', async () => {
  const reader = await makeSubscriber(service);
  const { db, config } = service.deps;
  await db.account.update({ where: { id: reader.id }, data: { passwordHash: null } });
  const identity = { publicationId: config.publicationId, issuer: 'https://accounts.google.com', subject: reader.id, accountId: reader.id };
  await db.identity.create({ data: identity });
  const email = newEmail();
  await ask(reader, email);
  expect(await answerOf(await confirm(await linkTo(email)))).toEqual([
    200,
    { email, logged_in: false, password_gone: false, google_gone: true },
  ]);
  expect(await db.identity.count({ where: { accountId: reader.id } })).toBe(0);
  for (const told of [reader.email, email]) {
    const letter = await letterTo(told, 'email-changed');
    expect(letter).toContain('“Continue with Google” does not open it any more');
    expect(letter).not.toContain('password');
  }
});

test('who confirms where they are logged in keeps what Google opens', async () => {
  const reader = await makeSubscriber(service);
  const { db, config } = service.deps;
  const identity = { publicationId: config.publicationId, issuer: 'https://accounts.google.com', subject: reader.id, accountId: reader.id };
  await db.identity.create({ data: identity });
  const email = newEmail();
  await ask(reader, email);
  expect(await answerOf(await confirm(await linkTo(email), reader.browser))).toMatchObject([200, { google_gone: false }]);
  expect(await db.identity.count({ where: { accountId: reader.id } })).toBe(1);
  expect(await letterTo(email, 'email-changed')).not.toContain('Google');
});

test('the warning about a failing address goes when a new one is confirmed', { tags: ['ci'] }, async () => {
  const reader = await makeSubscriber(service);
  await service.deps.db.account.update({ where: { id: reader.id }, data: { emailFailing: now } });
  expect((await subscriberAt(reader.browser)).account.email_failing).toBe(true);
  const email = newEmail();
  await ask(reader, email);
  await confirm(await linkTo(email), reader.browser);
  expect((await subscriberAt(reader.browser)).account.email_failing).toBe(false);
});

test('nobody floods a mailbox: after five letters an hour the address is left alone', { tags: ['ci'] }, async () => {
  const reader = await makeSubscriber(service);
  const email = newEmail();
  const statuses = [];
  for (let count = 0; count < 6; count++) statuses.push((await ask(reader, email)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await lettersTo(service, email)).length).toBe(5);
});

test.each([
  ['', 'Must not be blank.'],
  ['ana', 'Enter an email address such as name@example.org.'],
])('%j is refused beside the field', { tags: ['§7.calls.29'] }, async (email, message) => {
  const reader = await makeSubscriber(service);
  expect(await answerOf(await ask(reader, email))).toEqual([422, { errors: { email: message } }]);
});
