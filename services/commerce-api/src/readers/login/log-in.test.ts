import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, answerOf, lettersTo, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { DAY, MINUTE } from '../../platform/duration.ts';

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

test.each(['post', 'postForm'] as const)(
  'a reader logs in with %s, capitals and spaces in the address ignored',
  { tags: ['§1.offers.9', '§6.visitor.3', '§7.calls.3'] },
  async (send) => {
    const { email, name } = await makeAccount(service);
    const browser = service.browser();
    const response = await browser[send]('/api/access/login', { email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(await answerOf(response)).toEqual([200, { account: { name, email }, institution: null, redirect: null }]);
    expect(await whoIs(browser)).toBe(email);
  },
);

test('after login the page goes to the path that was asked for, and to no other site', { tags: ['§4.login.2'] }, async () => {
  const { email } = await makeAccount(service);
  const redirects = ['/account', 'https://evil.example/', '//evil.example'].map(async (path) => {
    const [, body] = await answerOf(await service.browser().post('/api/access/login', { email, password: PASSWORD, path }));
    return body;
  });
  expect(await Promise.all(redirects)).toMatchObject([{ redirect: '/account' }, { redirect: '/' }, { redirect: '/' }]);
});

test('a password of ten years ago lets its reader in as ever', async () => {
  const { email } = await makeAccount(service);
  late = 3650 * DAY;
  const browser = service.browser();
  expect((await logInWith(browser, email)).status).toBe(200);
  expect(await whoIs(browser)).toBe(email);
  late = 0;
});

test('a wrong password and an unknown address are answered alike', { tags: ['§7.calls.3'] }, async () => {
  const { email } = await makeAccount(service);
  const { email: withoutPassword } = await makeAccount(service, { password: null });
  const answers = await Promise.all(
    [email, withoutPassword, 'nobody@example.org'].map(async (address) => answerOf(await logInWith(service.browser(), address, 'wrong'))),
  );
  expect(answers).toEqual(Array.from({ length: 3 }, () => [401, { errors: 'The email or password is not correct.' }]));
});

test('errors of login are a message for each field', { tags: ['§5.errors.1', '§7.calls.3', '§8.fields.1'] }, async () => {
  const browser = service.browser();
  expect(await answerOf(await browser.postForm('/api/access/login', { email: 'ana', password: '' }))).toEqual([
    422,
    { errors: { email: 'Enter an email address such as name@example.org.', password: 'Must not be blank.' } },
  ]);
  expect(await answerOf(await browser.post('/api/access/login', {}))).toEqual([
    422,
    { errors: { email: 'Must not be blank.', password: 'Must not be blank.' } },
  ]);
});

test(
  'five failures close the login for this address and network on all replicas, with the text of section 8; another network still gets in',
  { tags: ['§8.login.1'] },
  async () => {
    const { email } = await makeAccount(service);
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    const codes: number[] = [];
    for (let n = 0; n < 7; n++) {
      const app = n % 2 ? service : replica;
      codes.push((await app.browser().post('/api/access/login', { email, password: 'wrong' }, from)).status);
    }
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const right = await service.browser().post('/api/access/login', { email, password: PASSWORD }, from);
    expect(await answerOf(right)).toEqual([429, { errors: TOO_MANY_ATTEMPTS }]);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(600);
    expect((await logInWith(service.browser(), email)).status).toBe(200);

    late += 16 * MINUTE;
    expect((await service.browser().post('/api/access/login', { email, password: PASSWORD }, from)).status).toBe(200);
  },
);

test('of 200 wrong passwords at once on two replicas exactly five are compared', async () => {
  const { email } = await makeAccount(service);
  const from = { 'X-Forwarded-For': '203.0.113.8' };
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      (n % 2 ? service : replica).browser().post('/api/access/login', { email, password: `wrong ${n}` }, from),
    ),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(195);
});

test('a success forgives the failures before it, and costs nothing', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) await logInWith(browser, email, 'wrong');
    expect((await logInWith(browser, email)).status).toBe(200);
  }
  const kept = await service.deps.db.rateLimit.findMany({ where: { key: { contains: email } } });
  // Since the first success this is a browser that the account knows, and its failures are its own.
  expect(kept).toMatchObject([{ key: `login-address:${email}`, points: 4 }]);
});

test('whoever has an IPv6 network to themselves is one attacker, however they write their address (CVE-2026-45364)', async () => {
  const { email } = await makeAccount(service);
  const addresses = [
    '2001:db8:1:2::1',
    '2001:DB8:1:2::2',
    '2001:db8:1:2:0:0:0:3',
    '2001:0db8:0001:0002::4',
    '2001:db8:1:2:ffff::5',
    '2001:db8:1:2::6',
  ];
  const statuses: number[] = [];
  for (const address of addresses) {
    const response = await service.browser().post('/api/access/login', { email, password: 'wrong' }, { 'X-Forwarded-For': address });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const mapped = ['203.0.113.90', '::ffff:203.0.113.90', '::FFFF:203.0.113.90'];
  for (const address of mapped)
    await service.browser().post('/api/access/login', { email: 'v4@example.org', password: 'x' }, { 'X-Forwarded-For': address });
  expect(await service.deps.db.rateLimit.findUnique({ where: { key: 'login:v4@example.org|203.0.113.90' } })).toMatchObject({ points: 3 });
});

test('a reader who puts addresses of their own into X-Forwarded-For is counted by the one that the proxy saw', async () => {
  const { email } = await makeAccount(service);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const header = { 'X-Forwarded-For': `198.51.100.${n}, 203.0.113.77` };
    statuses.push((await service.browser().post('/api/access/login', { email, password: 'wrong' }, header)).status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('an address with a full-width ＠ is the address that it becomes, and two in one field are refused (GHSA-7rqj-j65f-68wh)', async () => {
  const { email } = await makeAccount(service);
  expect((await logInWith(service.browser(), email.replace('@', '＠'))).status).toBe(200);
  for (const odd of [`${email}＠evil.example`, `${email},me@evil.example`, `${email} me@evil.example`, `<me@evil.example>${email}`]) {
    expect((await service.browser().post('/api/access/signin', { email: odd })).status).toBe(422);
  }
});

test('an account that is named beside the credentials changes nothing (CVE-2025-61928)', async () => {
  const [mine, other] = await Promise.all([makeAccount(service), makeAccount(service)]);
  const browser = service.browser();
  await browser.post('/api/access/login', {
    email: mine.email,
    password: PASSWORD,
    accountId: other.id,
    account_id: other.id,
    userId: other.id,
  });
  expect(await whoIs(browser)).toBe(mine.email);
});

test('a login in a browser that the account does not know is told by mail, the first and a known one are not', async () => {
  const { email } = await makeAccount(service);
  const [home, cafe] = [service.browser(), service.browser()];
  await logInWith(home, email);
  await logInWith(home, email);
  expect(await lettersTo(service, email)).toEqual([]);
  await logInWith(cafe, email);
  expect(await lettersTo(service, email)).toEqual(['new-sign-in']);
  await cafe.post('/logout', {});
  await logInWith(cafe, email);
  expect(await lettersTo(service, email)).toEqual(['new-sign-in']);
});
