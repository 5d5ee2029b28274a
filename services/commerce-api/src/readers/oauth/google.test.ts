import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeFor, lettersTo, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { MAGAZINE, createOpenidApp, person, signIn, walk, type OpenidApp } from '../../../test/sign-in.ts';
import { appOn } from '../../../test/app-on.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';

let service: OpenidApp;
beforeAll(async () => {
  service = await createOpenidApp();
});
afterAll(() => service.close());

const newEmail = () => `google-${uuidv7()}@example.org`;

test('a new reader gets an account, a welcome, and the page that was asked for', { tags: ['§1.offers.9', '§2.routes.23'] }, async () => {
  const email = newEmail();
  const browser = service.browser();
  expect(await signIn(browser, '/oauth/google?url=/subscribe%3Flevel%3Dhigh', person(email))).toBe(`${MAGAZINE}/subscribe?level=high`);
  expect(await whoIs(browser)).toBe(email);
  expect(await lettersTo(service, email)).toEqual(['welcome']);
});

test('a browser with a link to a provider that is not in use here comes to the login page and its other ways; JSON says that it is not there', async () => {
  const without = await createTestApp();
  try {
    for (const path of ['/oauth/google?url=/store', '/oauth/openathens?url=/store', '/oauth/openathens/deeplink?entity=x&target=/store']) {
      const page = await without.browser().get(path, { Accept: 'text/html' });
      expect([page.status, page.headers.get('location')]).toEqual([302, `${MAGAZINE}/login?error=provider&redirect=%2Fstore`]);
      expect((await without.browser().get(path)).status).toBe(404);
    }
    const callback = await without.browser().get('/oauth/google/callback?code=x&state=y', { Accept: 'text/html' });
    expect(callback.headers.get('location')).toBe(`${MAGAZINE}/login?error=provider`);
  } finally {
    await without.close();
  }
});

test('identity is the issuer’s subject: the same reader comes back to the same account, whatever the address is by then', async () => {
  const [email, moved] = [newEmail(), newEmail()];
  await signIn(service.browser(), '/oauth/google', person(email, { subject: email }));
  const browser = service.browser();
  await signIn(browser, '/oauth/google', person(moved, { subject: email }));
  expect(await whoIs(browser)).toBe(email);
  expect(await service.deps.db.account.count({ where: { email: moved } })).toBe(0);
  // The same subject at another issuer is somebody else.
  const elsewhere = { issuer: 'https://another.example', subject: `same-${email}` };
  const { id: accountId } = await service.deps.db.account.findFirstOrThrow({ where: { email } });
  await service.deps.db.identity.create({ data: { publicationId: 'main', ...elsewhere, accountId } });
  const other = service.browser();
  await signIn(other, '/oauth/google', person(moved, { subject: elsewhere.subject }));
  expect(await whoIs(other)).toBe(moved);
});

test('a reader with an account is joined to it by the verified address, and keeps the password', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  await signIn(browser, '/oauth/google', person(email));
  expect(await whoIs(browser)).toBe(email);
  expect((await logInWith(service.browser(), email)).status).toBe(200);
});

test('an address that the provider did not verify logs nobody in', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  const { verified: _, ...unproved } = person(email, { subject: 'mallory' });
  expect(await signIn(browser, '/oauth/google', unproved)).toBe(`${MAGAZINE}/login?error=email`);
  // Another way to log in leads where this one would have.
  expect(await signIn(browser, '/oauth/google?url=/store', unproved)).toBe(`${MAGAZINE}/login?error=email&redirect=%2Fstore`);
  expect(await whoIs(browser)).toBeNull();
});

test('who made an account with another’s address is thrown out when its owner comes through Google (GHSA-g38m-r43w-p2q7)', async () => {
  const { email } = await makeAccount(service, { verified: false });
  const squatter = service.browser();
  await logInWith(squatter, email);
  expect(await whoIs(squatter)).toBe(email);
  const owner = service.browser();
  await signIn(owner, '/oauth/google', person(email));
  expect(await whoIs(owner)).toBe(email);
  expect(await whoIs(squatter)).toBeNull();
  expect((await logInWith(service.browser(), email)).status).toBe(401);
});

test('a callback works once, and only in the browser that began', async () => {
  const attacker = service.browser();
  const callback = await walk(attacker, '/oauth/google', person(newEmail()));
  const victim = service.browser();
  const foreign = await victim.get(callback);
  expect([foreign.headers.get('location'), await whoIs(victim)]).toEqual([`${MAGAZINE}/login?error=state`, null]);
  expect((await attacker.get(callback)).headers.get('location')).toBe(`${MAGAZINE}/login?error=state`);

  const reader = service.browser();
  const good = await walk(reader, '/oauth/google', person(newEmail()));
  expect((await reader.get(good)).headers.get('location')).toBe(`${MAGAZINE}/`);
  expect((await reader.get(good)).headers.get('location')).toBe(`${MAGAZINE}/login?error=state`);
});

test('a round that began at one provider does not end at another (GHSA-x445-f3h2-j279)', async () => {
  const browser = service.browser();
  const callback = await walk(browser, '/oauth/google', person(newEmail()));
  const crossed = await browser.get(callback.replace('/google/', '/openathens/'));
  expect(crossed.headers.get('location')).toBe(`${MAGAZINE}/login?error=state`);
  expect(await whoIs(browser)).toBeNull();
});

test.each([
  ['host', /^__Host-oauth=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ['domain', /^__Host-oauth=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
])('in cookie mode %s the state of a round is bound to a cookie of this host alone', async (mode, cookie) => {
  const env = {
    COOKIE_MODE: mode,
    PUBLIC_URL: 'https://magazine.example',
    ALLOWED_ORIGINS: '',
    ...(mode === 'domain' && { COOKIE_DOMAIN: 'magazine.example' }),
  };
  const replica = await createOpenidApp({ env });
  try {
    const begun = await replica.browser().get('/oauth/google');
    expect(begun.headers.getSetCookie()).toEqual([expect.stringMatching(cookie)]);
  } finally {
    await replica.close();
  }
});

test('who has only ever come through Google proves themselves anew by a mailed code, or through Google, before what wants a login of just now', async () => {
  const email = newEmail();
  const browser = service.browser();
  await signIn(browser, '/oauth/google', person(email));
  const long = { created: new Date(Date.now() - 16 * MINUTE) };
  const grow = () => service.deps.db.session.updateMany({ where: { account: { email } }, data: long });
  const ask = async () => (await browser.post('/api/account/reset-email', { email: newEmail() })).status;

  await grow();
  expect(await ask()).toBe(403);
  const { token }: { token: string } = await (await browser.post('/api/access/signin', { email })).json();
  await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, email) });
  expect(await ask()).toBe(200);

  await grow();
  expect(await ask()).toBe(403);
  await signIn(browser, '/oauth/google', person(email));
  expect(await ask()).toBe(200);
});

test('the provider’s tokens are kept nowhere, and leave in no answer', async () => {
  const tokens: string[] = [];
  const real = globalThis.fetch;
  // It only listens: what the provider answers goes on as it came.
  globalThis.fetch = async (...asked) => {
    const response = await real(...asked);
    if (String(asked[0]).endsWith('/token'))
      tokens.push(
        ...Object.values(await response.clone().json())
          .map(String)
          .filter(isLong),
      );
    return response;
  };
  const browser = service.browser();
  try {
    const end = await browser.get(await walk(browser, '/oauth/google', person(newEmail())));
    const messages = [await end.text(), ...end.headers].flat().join('\n') + (await (await browser.get('/api/access/session')).text());
    const { db } = service.deps;
    const tables = await db.$queryRaw<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
    const rows = await Promise.all(tables.map(({ name }) => db.$queryRawUnsafe(`select to_jsonb(kept)::text as kept from "${name}" kept`)));
    const everything = [messages, JSON.stringify(rows), ...service.logs].join('\n');
    expect(tables.map(({ name }) => name)).toContain('session');
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    for (const token of tokens) expect(everything).not.toContain(token);
  } finally {
    globalThis.fetch = real;
  }
});
const isLong = (value: string) => value.length >= 20;

test('two tabs may be on their way at once', async () => {
  const browser = service.browser();
  const [one, other] = [newEmail(), newEmail()];
  const first = await walk(browser, '/oauth/google?url=/a', person(one));
  const second = await walk(browser, '/oauth/google?url=/b', person(other));
  expect((await browser.get(first)).headers.get('location')).toBe(`${MAGAZINE}/a`);
  expect((await browser.get(second)).headers.get('location')).toBe(`${MAGAZINE}/b`);
  expect(await whoIs(browser)).toBe(other);
});

test('a made-up code, and a refusal at the provider, lead back to the login page', async () => {
  const browser = service.browser();
  const callback = await walk(browser, '/oauth/google', person(newEmail()));
  const forged = callback.replace(/code=[^&]*/, 'code=made-up');
  expect((await browser.get(forged)).headers.get('location')).toBe(`${MAGAZINE}/login?error=provider`);
  const again = await walk(browser, '/oauth/google', person(newEmail()));
  const refused = again.replace(/code=[^&]*/, 'error=access_denied');
  expect((await browser.get(refused)).headers.get('location')).toBe(`${MAGAZINE}/login?error=provider`);
  expect(await whoIs(browser)).toBeNull();
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'a sign-in never ends at %s',
  async (url) => {
    const target = await signIn(service.browser(), `/oauth/google?url=${encodeURIComponent(url)}`, person(newEmail()));
    expect(target).toBe(`${MAGAZINE}/`);
  },
);

test('the session is a new one, and the guest’s cart comes along', async () => {
  const browser = service.browser();
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  const before = browser.cookies.get('sid');
  await signIn(browser, '/oauth/google', person(newEmail()));
  expect(browser.cookies.get('sid')).not.toBe(before);
  expect(await (await browser.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
});

test('the keys of the provider may change between two sign-ins', async () => {
  const email = newEmail();
  await signIn(service.browser(), '/oauth/google', person(email));
  service.provider.rotateKeys();
  const browser = service.browser();
  await signIn(browser, '/oauth/google', person(email));
  expect(await whoIs(browser)).toBe(email);
});

test('where Google is not configured, there is no such way', async () => {
  const replica = await createOpenidApp({ env: { OPENID_STAND_IN: '' } });
  expect((await replica.browser().get('/oauth/google')).status).toBe(404);
  expect((await replica.browser().get('/oauth/google/callback?state=x')).status).toBe(404);
  await replica.close();
});

test('a provider that is down is told on the login page', async () => {
  const replica = await createOpenidApp();
  await replica.provider.close();
  expect((await replica.browser().get('/oauth/google')).headers.get('location')).toBe(`${MAGAZINE}/login?error=provider`);
  await replica.deps.db.$disconnect();
});

test('a browser that comes back while our database is busy is led to the login page, not shown our answer to programs', async () => {
  const url = new URL(service.databaseUrl);
  url.searchParams.set('lock_timeout', '200');
  const busy = await appOn(url.href, { env: { OPENID_STAND_IN: 'http://127.0.0.1:9' } });
  const path = '/oauth/google/callback?code=x&state=y';
  await service.deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`lock table ticket in access exclusive mode`;
    const page = await busy.browser().get(path, { Accept: 'text/html' });
    expect([page.status, page.headers.get('location')]).toEqual([302, `${MAGAZINE}/login?error=provider`]);
    const program = await busy.browser().get(path);
    expect([program.status, program.headers.get('retry-after')]).toEqual([503, '1']);
  });
  await busy.close();
});
