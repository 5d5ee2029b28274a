import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { PASSWORD, answerOf, codeFor, logInWith, makeAccount, resetTokenFor, whoIs } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { MINUTE } from '../../platform/duration.ts';

// Strangers who want to keep a known reader out, and have as many networks as they like.

let service: TestApp;
let late = 0;
beforeAll(async () => {
  service = await createTestApp({ clock: () => new Date(Date.now() + late) });
});
afterAll(() => service.close());

const signin = (browser: Browser, email: string) => browser.post('/api/access/signin', { email });
const reset = (browser: Browser, email: string) => browser.post('/api/access/reset-password', { email });
const verify = (browser: Browser, token: string, password: string) => browser.post('/api/access/signin/verify', { token, password });
const tokenOf = async (response: Response) => v.parse(v.object({ token: v.string() }), await response.json()).token;

/** `count` requests, each from a network of its own. */
const strangers = (count: number, send: (browser: Browser) => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, () => send(service.browser())));

async function setPassword(browser: Browser, email: string): Promise<number> {
  const password = 'a ferry at dawn';
  const wish = { token: await resetTokenFor(service, email), password, confirm: password };
  return (await browser.post('/api/access/reset-password/confirm', wish)).status;
}

test('whatever strangers guess, the reader gets in where they logged in before, and elsewhere after an hour at most', async () => {
  const { email } = await makeAccount(service);
  const home = service.browser();
  await logInWith(home, email);
  await home.post('/logout', {});

  const guesses = await strangers(60, (browser) => logInWith(browser, email, 'wrong'));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(50);
  const elsewhere = await logInWith(service.browser(), email);
  expect(Number(elsewhere.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  expect(await answerOf(elsewhere)).toEqual([429, { errors: TOO_MANY_ATTEMPTS }]);

  for (let n = 0; n < 4; n++) expect((await logInWith(home, email, 'mistyped')).status).toBe(401);
  expect((await logInWith(home, email)).status).toBe(200);
  expect(await whoIs(home)).toBe(email);

  late += 60 * MINUTE;
  expect((await logInWith(service.browser(), email)).status).toBe(200);
});

test('a stranger on the reader’s own network uses up nothing of a browser that the account knows', async () => {
  const { email } = await makeAccount(service);
  const home = service.browser();
  await logInWith(home, email);
  const from = { 'X-Forwarded-For': home.address };
  for (let n = 0; n < 6; n++) await service.browser().post('/api/access/login', { email, password: 'wrong' }, from);
  for (let n = 0; n < 31; n++) await service.browser().post('/api/access/signin', { email: `nobody-${n}@example.org` }, from);
  expect((await service.browser().post('/api/access/login', { email, password: PASSWORD }, from)).status).toBe(429);
  expect((await service.browser().post('/api/access/signin', { email }, from)).status).toBe(429);
  expect((await logInWith(home, email)).status).toBe(200);
  expect((await signin(home, email)).status).toBe(200);
});

test('a known browser has five tries, too, and is known to its own account alone', async () => {
  const [mine, other] = await Promise.all([makeAccount(service), makeAccount(service)]);
  const browser = service.browser();
  await logInWith(browser, mine.email);
  const tries: number[] = [];
  for (let n = 0; n < 6; n++) tries.push((await logInWith(browser, mine.email, 'wrong')).status);
  expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await logInWith(browser, mine.email)).status).toBe(429);
  // Another network has tries of its own, for who is not known there.
  expect((await logInWith(service.browser(), mine.email)).status).toBe(200);

  await strangers(50, (stranger) => logInWith(stranger, other.email, 'wrong'));
  expect((await logInWith(browser, other.email)).status).toBe(429);
});

test('the browsers that an account knows are at rest only as hashes', async () => {
  const { id, email } = await makeAccount(service);
  const browser = service.browser();
  await logInWith(browser, email);
  const device = browser.cookies.get('did') ?? 'none';
  expect(device).toMatch(/^[\w-]{43}$/);
  const kept = JSON.stringify([
    await service.deps.db.knownDevice.findMany({ where: { accountId: id } }),
    await service.deps.db.rateLimit.findMany({ where: { key: { contains: email } } }),
  ]);
  expect(kept).toContain(id);
  expect(kept).not.toContain(device);
});

test('however many letters strangers ask for, a known browser gets its own, and its code works', async () => {
  const { email } = await makeAccount(service);
  const home = service.browser();
  await logInWith(home, email);
  await strangers(30, (browser) => signin(browser, email));
  await strangers(30, (browser) => reset(browser, email));
  expect((await signin(service.browser(), email)).status).toBe(429);

  const token = await tokenOf(await signin(home, email));
  const code = await codeFor(service, email);
  await strangers(3, (browser) => signin(browser, email));
  expect((await verify(home, token, code)).status).toBe(200);
  expect((await reset(home, email)).status).toBe(200);
});

test('a code goes on working when somebody else asks for one', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  const token = await tokenOf(await signin(browser, email));
  const code = await codeFor(service, email);
  expect((await strangers(3, (stranger) => signin(stranger, email))).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await verify(browser, token, code)).status).toBe(200);
});

test(
  'whenever strangers ask for links, and however many, the owner of the mailbox sets a password at any time, in any browser',
  { tags: ['ci'] },
  async () => {
    for (const visit of [0, 15, 29, 30, 31, 61]) {
      const { email } = await makeAccount(service);
      for (let minute = 0; minute <= visit; minute++) {
        // More than are let through, the sooner the better.
        if (minute % 3 === 0) await strangers(7, (browser) => reset(browser, email));
        late += MINUTE;
      }
      const owner = service.browser();
      const asked = await reset(owner, email);
      expect([visit, [200, 429].includes(asked.status), await setPassword(owner, email)]).toEqual([visit, true, 200]);
      expect(await whoIs(owner)).toBe(email);
    }
  },
);

test(
  'who is refused a link is told where one is, in words that say nothing of whether there is an account',
  { tags: ['§7.calls.4'] },
  async () => {
    const { email } = await makeAccount(service);
    const answers = await Promise.all(
      [email, `not-${email}`].map(async (address) => {
        const browser = service.browser();
        for (let n = 0; n < 3; n++) expect((await reset(browser, address)).status).toBe(200);
        const refused = await reset(browser, address);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1740);
        return answerOf(refused);
      }),
    );
    expect(answers[0]).toEqual([
      429,
      {
        errors:
          'Too many links were asked for. If this address has an account, its newest letter holds one that works; otherwise try again in 30 minutes.',
      },
    ]);
    expect(answers[1]).toEqual(answers[0]);
  },
);
