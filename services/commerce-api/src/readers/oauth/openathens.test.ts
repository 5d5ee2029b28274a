// @module-tag ci
import { Reader } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { answerOf, codeFor, logInWith, makeAccount, resetTokenFor, whoIs } from '../../../test/reader.ts';
import { MAGAZINE, createOpenidApp, person, signIn, type OpenidApp } from '../../../test/sign-in.ts';
import { DAY } from '../../platform/duration.ts';

const FERRYMAN = { entity_id: 'https://idp.ferryman.example.edu/openathens', name: 'Ferryman College' };

let service: OpenidApp;
beforeAll(async () => {
  service = await createOpenidApp();
});
afterAll(() => service.close());

const readerOf = async (browser: Browser) => v.parse(Reader, await (await browser.get('/api/access/session')).json());
const from = ({ entity_id }: { entity_id: string }) => ({ entity_id });

test('the list of identity providers has a name for each, in order', { tags: ['§3.provider.1', '§7.calls.2'] }, async () => {
  const [status, list] = await answerOf(await service.browser().get('/api/identity-providers'));
  expect(status).toBe(200);
  expect(list).toEqual([
    FERRYMAN,
    { entity_id: 'https://idp.lighthouse.example.ac.uk/openathens', name: 'Lighthouse University' },
    { entity_id: 'https://idp.merrow.example.org/openathens', name: 'Port Merrow Public Library' },
    { entity_id: 'https://idp.saltmarsh.example.edu/openathens', name: 'Saltmarsh Institute of Technology' },
  ]);
});

test(
  'an institution’s reader gets a session of the institution, and never an account, although the subject changes each time',
  { tags: ['§1.audience.5', '§1.offers.9'] },
  async () => {
    const accounts = await service.deps.db.account.count();
    for (let visit = 0; visit < 2; visit++) {
      const browser = service.browser();
      const path = `/oauth/openathens/deeplink?entity=${encodeURIComponent(FERRYMAN.entity_id)}&target=/issue/12`;
      expect(await signIn(browser, path, from(FERRYMAN))).toBe(`${MAGAZINE}/issue/12`);
      expect(await readerOf(browser)).toEqual({ account: null, institution: FERRYMAN });
    }
    expect(await service.deps.db.account.count()).toBe(accounts);
    expect(await service.deps.db.identity.count({ where: { issuer: { contains: 'keystone' } } })).toBe(0);
  },
);

test('an institution’s reader has nothing for which they would have to log in again, having neither password nor mailbox here', async () => {
  const browser = service.browser();
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  await service.deps.db.session.updateMany({ where: { entityId: FERRYMAN.entity_id }, data: { created: new Date(Date.now() - DAY) } });
  const LOG_IN = [401, { errors: 'Please log in.' }];
  expect(await answerOf(await browser.get('/api/access/sessions'))).toEqual(LOG_IN);
  expect(await answerOf(await browser.send('DELETE', '/api/access/sessions', undefined, {}))).toEqual(LOG_IN);
  expect(await answerOf(await browser.post('/api/account/reset-email', { email: 'reader@example.org' }))).toEqual(LOG_IN);
  // What they came for is still open.
  expect(await (await browser.get('/api/access/entitlement?path=/articles/tides')).json()).toMatchObject({ by: 'institution' });
});

test('an institution’s reader who opens the account is told that they have access without one, and everybody else to log in', async () => {
  const told = async (browser: Browser) => {
    const page: unknown = await (await browser.get('/api/page/article?widgets=account.overview')).json();
    return v.parse(v.object({ publication: v.object({ messages: v.record(v.string(), v.string()) }) }), page).publication.messages;
  };
  const browser = service.browser();
  expect(await told(browser)).not.toHaveProperty('account.log_in_text');
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  expect((await told(browser))['account.log_in_text']).toMatch(
    /^You have access through Ferryman College, for which you need no account\./,
  );
  await logInWith(browser, (await makeAccount(service)).email);
  expect(await told(browser)).not.toHaveProperty('account.log_in_text');
});

test('a deep link goes by way of OpenAthens, and comes back to our own sign-in', { tags: ['§2.routes.25'] }, async () => {
  const response = await service
    .browser()
    .get(`/oauth/openathens/deeplink?entity=${encodeURIComponent(FERRYMAN.entity_id)}&target=/issue/12`);
  const address = new URL(response.headers.get('location') ?? '');
  expect(address.origin + address.pathname).toBe(`${service.provider.url}/keystone/login`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    entity: FERRYMAN.entity_id,
    target: `${MAGAZINE}/oauth/openathens?url=%2Fissue%2F12`,
  });
});

test('an institution that is no customer gets nothing', async () => {
  const browser = service.browser();
  const elsewhere = { entity_id: 'https://idp.elsewhere.example.edu/openathens' };
  expect(await signIn(browser, '/oauth/openathens?url=/', from(elsewhere))).toBe(`${MAGAZINE}/login?error=institution`);
  expect(await readerOf(browser)).toEqual({ account: null, institution: null });
  const link = `/oauth/openathens/deeplink?entity=${encodeURIComponent(elsewhere.entity_id)}&target=/`;
  expect((await browser.get(link)).status).toBe(404);
});

const PAGE = { Accept: 'text/html,application/xhtml+xml' };
const ELSEWHERE = encodeURIComponent('https://idp.elsewhere.example.edu/openathens');

test('a browser with a deep link of an institution that is no customer comes to the login page, which says so and keeps where it led', async () => {
  const browser = service.browser();
  for (const [target, redirect] of [
    ['/issue/12', '&redirect=%2Fissue%2F12'],
    ['https://evil.example/', ''],
  ]) {
    const response = await browser.get(`/oauth/openathens/deeplink?entity=${ELSEWHERE}&target=${target}`, PAGE);
    expect([response.status, response.headers.get('location')]).toEqual([302, `${MAGAZINE}/login?error=institution${redirect}`]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  const bare = await browser.get('/oauth/openathens/deeplink', PAGE);
  expect(bare.headers.get('location')).toBe(`${MAGAZINE}/login?error=institution`);
});

test('who does not read pages gets that refusal as JSON', async () => {
  const link = `/oauth/openathens/deeplink?entity=${ELSEWHERE}&target=/issue/12`;
  for (const accept of ['application/json', '*/*']) {
    expect(await answerOf(await service.browser().get(link, { Accept: accept }))).toEqual([
      404,
      { errors: 'There is no such institution.' },
    ]);
  }
});

test('a deep link to another site comes home', async () => {
  const path = `/oauth/openathens/deeplink?entity=${encodeURIComponent(FERRYMAN.entity_id)}&target=https://evil.example/`;
  expect(await signIn(service.browser(), path, from(FERRYMAN))).toBe(`${MAGAZINE}/`);
});

test('keys that changed since the last sign-in are fetched', async () => {
  await signIn(service.browser(), '/oauth/openathens', from(FERRYMAN));
  service.provider.rotateKeys();
  const browser = service.browser();
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  expect((await readerOf(browser)).institution).toEqual(FERRYMAN);
});

test.each([
  ['an issue, home', '/logout?path=/issue/12', '/'],
  ['an institution’s issues, home', '/logout?path=/institutions/ferryman/issues/', '/'],
  ['another page, to that page again', '/logout?path=/store', null],
])('logout leads from %s', { tags: ['§6.institution.2'] }, async (_title, path, redirect) => {
  const browser = service.browser();
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  expect(await answerOf(await browser.post(path, {}))).toEqual([200, { redirect }]);
  expect((await readerOf(browser)).institution).toBeNull();
});

test('a subscriber who logs out on an issue stays there', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  await logInWith(browser, email);
  expect(await answerOf(await browser.post('/logout?path=/issue/12', {}))).toEqual([200, { redirect: null }]);
});

test('who logs in to an account of their own keeps the institution’s access, for as long as it would have lasted; nobody else inherits it', async () => {
  const [own, other] = [await makeAccount(service), await makeAccount(service)];
  const browser = service.browser();
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  const end = new Date(Date.now() + 60 * DAY);
  await service.deps.db.session.updateMany({ where: { entityId: FERRYMAN.entity_id, accountId: null }, data: { expires: end } });
  for (const login of ['first', 'again']) {
    const [, answer] = await answerOf(await logInWith(browser, own.email));
    expect(answer, login).toMatchObject({ account: { email: own.email }, institution: FERRYMAN });
    expect(await readerOf(browser), login).toEqual({ account: { name: own.name, email: own.email }, institution: FERRYMAN });
  }
  const kept = await service.deps.db.session.findFirstOrThrow({ where: { accountId: own.id } });
  expect(kept.expires).toEqual(end);
  expect(await (await browser.get('/api/access/entitlement?path=/articles/x')).json()).toMatchObject({ entitled: true, by: 'institution' });

  await logInWith(browser, other.email);
  expect(await readerOf(browser)).toEqual({ account: { name: other.name, email: other.email }, institution: null });
});

test(
  'who is logged in to an account and comes through their institution keeps both, the account for as long as it would have lasted',
  { tags: ['§2.routes.24'] },
  async () => {
    const own = await makeAccount(service);
    const browser = service.browser();
    await logInWith(browser, own.email);
    await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
    const planted = service.browser();
    planted.cookies.set('sid', browser.cookies.get('sid') ?? '');
    const [since, end] = [new Date(Date.now() - 20 * DAY), new Date(Date.now() + 60 * DAY)];
    await service.deps.db.session.updateMany({ where: { accountId: own.id }, data: { created: since, expires: end } });

    for (const visit of ['first', 'again']) {
      expect(await signIn(browser, '/oauth/openathens?url=/issue/12', from(FERRYMAN)), visit).toBe(`${MAGAZINE}/issue/12`);
      expect(await readerOf(browser), visit).toEqual({ account: { name: own.name, email: own.email }, institution: FERRYMAN });
    }
    expect(await whoIs(planted)).toBeNull();
    expect(await service.deps.db.session.findMany({ where: { accountId: own.id } })).toMatchObject([
      { method: 'password', created: since, expires: end, entityId: FERRYMAN.entity_id },
    ]);
    // It says nothing of who uses the account now.
    expect((await browser.send('DELETE', '/api/access/sessions', undefined, {})).status).toBe(403);
    expect(await (await browser.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
    expect(await (await browser.get('/api/access/entitlement?path=/articles/x')).json()).toMatchObject({
      entitled: true,
      by: 'institution',
    });
  },
);

test('who sets a new password keeps the institution’s access, and no session from before', async () => {
  const own = await makeAccount(service);
  const browser = service.browser();
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  await logInWith(browser, own.email);
  const planted = service.browser();
  planted.cookies.set('sid', browser.cookies.get('sid') ?? '');
  await browser.post('/api/access/reset-password', { email: own.email });
  const [token, password] = [await resetTokenFor(service, own.email), 'a ferry at dawn'];
  const [status, answer] = await answerOf(await browser.post('/api/access/reset-password/confirm', { token, password, confirm: password }));
  expect([status, answer]).toMatchObject([200, { account: { email: own.email }, institution: FERRYMAN }]);
  expect(await readerOf(planted)).toEqual({ account: null, institution: null });
  expect(await service.deps.db.session.count({ where: { accountId: own.id } })).toBe(1);
});

test.each(['a code', 'a link', 'Google'])(
  'who shows for the first time that the mailbox is theirs, by %s, keeps the institution’s access, and a planted session has neither',
  async (proof) => {
    const own = await makeAccount(service, { verified: false });
    const browser = service.browser();
    await signIn(browser, '/oauth/openathens', from(FERRYMAN));
    await logInWith(browser, own.email);
    const planted = service.browser();
    planted.cookies.set('sid', browser.cookies.get('sid') ?? '');
    const [token, password] = [await asked(browser, own.email, proof), 'a ferry at dawn'];
    if (proof === 'a code') await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, own.email) });
    if (proof === 'a link') await browser.post('/api/access/reset-password/confirm', { token, password, confirm: password });
    if (proof === 'Google') await signIn(browser, '/oauth/google?url=/', person(own.email));
    // Whoever vouches for the mailbox says whose it is.
    const name = proof === 'Google' ? 'Ada Ferrier' : own.name;
    expect(await readerOf(browser)).toEqual({ account: { name, email: own.email }, institution: FERRYMAN });
    expect(await readerOf(planted)).toEqual({ account: null, institution: null });
    expect(await service.deps.db.session.count({ where: { accountId: own.id } })).toBe(1);
    expect((await service.deps.db.account.findUniqueOrThrow({ where: { id: own.id } })).verified).not.toBeNull();
  },
);

/** The token of a code or a link that was asked for. */
async function asked(browser: Browser, email: string, proof: string): Promise<string> {
  if (proof === 'a link') {
    await browser.post('/api/access/reset-password', { email });
    return resetTokenFor(service, email);
  }
  const { token }: { token: string } = await (await browser.post('/api/access/signin', { email })).json();
  return token;
}

test('staff who look at a reader’s account and come through an institution are not logged in to that account', async () => {
  const { id, email } = await makeAccount(service);
  const browser = service.browser();
  await logInWith(browser, email);
  await service.deps.db.session.updateMany({ where: { accountId: id }, data: { method: 'admin-view' } });
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  expect(await readerOf(browser)).toEqual({ account: null, institution: FERRYMAN });
});

test('the cart stays with the browser, and goes to the account when the reader logs in to one', async () => {
  const browser = service.browser();
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  await signIn(browser, '/oauth/openathens', from(FERRYMAN));
  expect(await (await browser.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
  const { email } = await makeAccount(service);
  await logInWith(browser, email);
  expect(await whoIs(browser)).toBe(email);
  expect(await (await browser.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
});
