import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { PASSWORD, answerOf, codeFor, lettersTo, logInWith, makeAccount, resetTokenFor, whoIs } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { MINUTE } from '../../platform/duration.ts';

let service: TestApp;
let replica: TestApp;
let late = 0;
beforeAll(async () => {
  service = await createTestApp({ clock: () => new Date(Date.now() + late) });
  replica = await service.replica();
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

async function ask(browser: Browser, email: string, path?: string): Promise<string> {
  const response = await browser.postForm('/api/access/signin', { email, ...(path !== undefined && { path }) });
  expect(response.status).toBe(200);
  return v.parse(v.object({ token: v.string() }), await response.json()).token;
}
const verify = (browser: Browser, token: string, password: string) => browser.post('/api/access/signin/verify', { token, password });

test(
  'a reader logs in with a mailed code, on whichever replica, and goes where they wanted to',
  { tags: ['§1.offers.9', '§4.login.4', '§7.calls.5', '§7.calls.6'] },
  async () => {
    const { email, name } = await makeAccount(service);
    const browser = service.browser();
    const token = await ask(browser, email, '/account');
    const other = browser.at(replica.app);
    expect(await answerOf(await verify(other, token, await codeFor(service, email)))).toEqual([
      200,
      { account: { name, email }, institution: null, redirect: '/account' },
    ]);
    expect(await whoIs(other)).toBe(email);
  },
);

test('who has forgotten the password, tried five and came in by a code may try again where they are', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  for (let n = 0; n < 5; n++) await logInWith(browser, email, 'wrong');
  expect((await logInWith(browser, email)).status).toBe(429);
  const token = await ask(browser, email);
  expect((await verify(browser, token, await codeFor(service, email))).status).toBe(200);
  expect((await logInWith(browser, email)).status).toBe(200);
});

test('a code may be typed as people copy it', async () => {
  const { email } = await makeAccount(service);
  const token = await ask(service.browser(), email);
  const code = await codeFor(service, email);
  expect((await verify(service.browser(), token, ` ${code.slice(0, 3)} - ${code.slice(3)}\n`)).status).toBe(200);
});

test('a code works once, even when it is sent twenty times at once', async () => {
  const { id, email } = await makeAccount(service);
  const token = await ask(service.browser(), email);
  const code = await codeFor(service, email);
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => verify((n % 2 ? service : replica).browser(), token, code)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await service.deps.db.session.count({ where: { accountId: id } })).toBe(1);
});

test(
  'of 50 guesses at once exactly five are compared, the rest get the text of section 8, and so does the right code then',
  { tags: ['§7.calls.6', '§8.login.1'] },
  async () => {
    const { email } = await makeAccount(service);
    const token = await ask(service.browser(), email);
    const code = await codeFor(service, email);
    const guesses = Array.from({ length: 50 }, (_, n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'));
    const answers = await Promise.all(
      guesses.map(async (guess, n) => answerOf(await verify((n % 2 ? service : replica).browser(), token, guess))),
    );
    expect(answers.filter(([status]) => status === 401)).toHaveLength(5);
    expect(answers.filter(([status]) => status === 429)).toEqual(Array.from({ length: 45 }, () => [429, { errors: TOO_MANY_ATTEMPTS }]));
    expect(await answerOf(await verify(service.browser(), token, code))).toEqual([429, { errors: TOO_MANY_ATTEMPTS }]);
  },
);

test('a code is bound to the token of the browser that asked for it', async () => {
  const [one, other] = await Promise.all([makeAccount(service), makeAccount(service)]);
  const mine = await ask(service.browser(), one.email);
  await ask(service.browser(), other.email);
  const response = await verify(service.browser(), mine, await codeFor(service, other.email));
  expect(await answerOf(response)).toEqual([401, { errors: 'That code is not correct.' }]);
});

test('a new code kills the old one', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  const first = await ask(browser, email);
  const firstCode = await codeFor(service, email);
  const second = await ask(browser, email);
  expect((await verify(browser, first, firstCode)).status).toBe(429);
  expect((await verify(browser, second, await codeFor(service, email))).status).toBe(200);
});

test('after ten minutes a code is dead', async () => {
  const { email } = await makeAccount(service);
  const token = await ask(service.browser(), email);
  const code = await codeFor(service, email);
  late += 10 * MINUTE;
  expect((await verify(service.browser(), token, code)).status).toBe(429);
});

test('an address gets five codes in an hour from one network, and ten from all that there are, exactly', { tags: ['ci'] }, async () => {
  const flood = async (email: string, from: Record<string, string> = {}) =>
    Promise.all(Array.from({ length: 200 }, (_, n) => (n % 2 ? service : replica).browser().post('/api/access/signin', { email }, from)));
  const one = await flood('one-network@example.org', { 'X-Forwarded-For': '203.0.113.9' });
  const many = await flood('many-networks@example.org');
  const sent = (responses: Response[]) => responses.filter(({ status }) => status === 200).length;
  expect([sent(one), sent(many)]).toEqual([5, 10]);
  expect([...one, ...many].filter(({ status }) => status === 429)).toHaveLength(385);
  expect(await lettersTo(service, 'one-network@example.org')).toHaveLength(5);
  expect(await lettersTo(service, 'many-networks@example.org')).toHaveLength(10);
});

test.each([
  ['', 'Must not be blank.'],
  ['ana', 'Enter an email address such as name@example.org.'],
])('%j gets no code, and is refused beside its field', { tags: ['§7.calls.5'] }, async (email, message) => {
  expect(await answerOf(await service.browser().post('/api/access/signin', { email }))).toEqual([422, { errors: { email: message } }]);
});

test(
  'who asks for one letter too many goes on with the code that came last, and is told when there is another',
  { tags: ['§7.calls.5'] },
  async () => {
    const { email } = await makeAccount(service);
    const browser = service.browser();
    const tokens: string[] = [];
    for (let letter = 1; letter <= 5; letter++) tokens.push(await ask(browser, email));
    const refused = await browser.post('/api/access/signin', { email });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3300);
    expect(await answerOf(refused)).toEqual([
      429,
      {
        errors:
          'Too many codes were asked for. Try again in 60 minutes, or set a new password by mail: that link works whoever asked for it.',
      },
    ]);
    expect((await verify(browser, tokens[3] ?? '', '000000')).status).toBe(429);
    expect((await verify(browser, tokens[4] ?? '', await codeFor(service, email))).status).toBe(200);
  },
);

test('an unknown address is answered alike, gets another letter, and no code lets anybody in', async () => {
  const browser = service.browser();
  const token = await ask(browser, 'nobody@example.org');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await lettersTo(service, 'nobody@example.org')).toEqual(['no-account']);
  expect((await verify(browser, token, '000000')).status).toBe(401);
  expect(await whoIs(browser)).toBeNull();
});

test('asking for a code gives no session before it is proved (GHSA-xg6x-h9c9-2m83)', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  const token = await ask(browser, email);
  await verify(browser, token, '000000');
  expect(browser.cookies.size).toBe(0);
});

test('no code and no link is at rest in the database', async () => {
  const { email } = await makeAccount(service);
  const token = await ask(service.browser(), email);
  const code = await codeFor(service, email);
  await service.browser().post('/api/access/reset-password', { email });
  const link = await resetTokenFor(service, email);
  const tables = await service.deps.db.$queryRaw<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  expect(tables.length).toBeGreaterThan(30);
  const named: string[] = [];
  for (const { name } of tables) {
    const rows = JSON.stringify(await service.deps.db.$queryRawUnsafe(`select row_to_json(t)::text as row from ${name} t`));
    if (rows.includes(`"${email}\\"`)) named.push(name);
    expect(rows, name).not.toContain(token);
    expect(rows, name).not.toContain(link);
    expect(rows, name).not.toContain(`"${code}\\"`);
  }
  // What is at rest would be found like this.
  expect(named).toContain('public.account');
});

test('who made an account with another’s address is thrown out when its owner proves the mailbox by a code (GHSA-qq9h-g4jm-xgf3)', async () => {
  const { id, email } = await makeAccount(service, { verified: false });
  const squatter = service.browser();
  await logInWith(squatter, email);
  await service.deps.db.identity.create({ data: { publicationId: 'main', issuer: 'https://evil.example', subject: 'me', accountId: id } });
  expect(await whoIs(squatter)).toBe(email);

  const owner = service.browser();
  const entered = await verify(owner, await ask(owner, email), await codeFor(service, email));
  expect(await answerOf(entered)).toMatchObject([200, { password_gone: true }]);
  expect(await whoIs(owner)).toBe(email);
  expect(await whoIs(squatter)).toBeNull();
  expect((await logInWith(service.browser(), email, PASSWORD)).status).toBe(401);
  expect(await service.deps.db.identity.count({ where: { accountId: id } })).toBe(0);
  expect(await lettersTo(service, email)).toContain('password-removed');
});

test('a later proof leaves a password and other sessions alone', async () => {
  const { email } = await makeAccount(service);
  const home = service.browser();
  await logInWith(home, email);
  const entered = await verify(service.browser(), await ask(service.browser(), email), await codeFor(service, email));
  expect(await entered.json()).not.toHaveProperty('password_gone');
  expect(await whoIs(home)).toBe(email);
  expect((await logInWith(service.browser(), email)).status).toBe(200);
  expect(await lettersTo(service, email)).not.toContain('password-removed');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the path %s comes back as /',
  async (path) => {
    const { email } = await makeAccount(service);
    const token = await ask(service.browser(), email, path);
    expect(await answerOf(await verify(service.browser(), token, await codeFor(service, email)))).toMatchObject([200, { redirect: '/' }]);
  },
);
