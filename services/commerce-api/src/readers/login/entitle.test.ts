import { Entitlement } from '@newsstand/contracts/access';
import { jwtVerify } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { logInWith, makeAccount } from '../../../test/reader.ts';
import { MAGAZINE, createOpenidApp, signIn, type OpenidApp } from '../../../test/sign-in.ts';
import { runRelease } from '../../ledger/releases/run-release.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: OpenidApp;
beforeAll(async () => {
  service = await createOpenidApp();
});
afterAll(() => service.close());

const ask = async (browser: Browser, path = '/article/x') =>
  v.parse(Entitlement, await (await browser.get(`/api/access/entitlement?path=${encodeURIComponent(path)}`)).json());
const keyOf = (secret: string) => new TextEncoder().encode(secret);

test('a guest and an account without a subscription may not read what is for subscribers', async () => {
  const browser = service.browser();
  expect(await ask(browser)).toMatchObject({ entitled: false, by: null, renewable: false });
  await logInWith(browser, (await makeAccount(service)).email);
  expect(await ask(browser)).toMatchObject({ entitled: false, by: null, renewable: false });
});

test.each([
  ['1year', 'subscription'],
  ['lifetime', 'lifetime'],
] as const)('a subscriber of %s may, until it is cancelled', async (term, by) => {
  const { id: ownerId, email } = await makeAccount(service);
  const { db } = service.deps;
  const id = uuidv7();
  const deliverables = { set: 'digital', active: 'digital' } as const;
  const bought = { id, source: `test:${id}`, term, level: 'low', deliverables, at: new Date() } as const;
  await db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...bought }));
  const browser = service.browser();
  expect(await ask(browser)).toMatchObject({ entitled: false });
  await logInWith(browser, email);
  expect(await ask(browser)).toMatchObject({ entitled: true, by });
  await db.subscription.updateMany({ where: { ownerId }, data: { cancelled: new Date() } });
  expect(await ask(browser)).toMatchObject({ entitled: false, by: null, renewable: true });
});

test('who was given the last issue of a year reads on until the next one comes out, and is told to renew then', async () => {
  const { id: ownerId, email } = await makeAccount(service);
  const { db } = service.deps;
  const id = uuidv7();
  const deliverables = { set: 'digital', active: 'digital' } as const;
  const bought = { id, source: `test:${id}`, term: '1year', level: 'low', deliverables, at: new Date() } as const;
  await db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...bought }));
  const browser = service.browser();
  await logInWith(browser, email);
  const publish = (number: number) =>
    db.issue.create({
      data: {
        publicationId: 'main',
        ref: `iss:${number}`,
        number,
        title: 'T',
        slug: `issue-${number}`,
        summary: '',
        cover: {},
        released: new Date(),
      },
    });
  for (const number of [801, 802, 803, 804]) {
    await publish(number);
    await runRelease(service.deps, number);
    expect(await ask(browser)).toMatchObject({ entitled: true, by: 'subscription', renewable: false });
  }
  await publish(805);
  expect(await ask(browser)).toMatchObject({ entitled: false, by: null, renewable: true });
  const given = uuidv7();
  await db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...bought, id: given, source: `comp:${given}` }));
  await runRelease(service.deps, 805);
  expect(await ask(browser)).toMatchObject({ entitled: true });
  await db.subscription.updateMany({ where: { ownerId, id: given }, data: { cancelled: new Date() } });
  expect(await ask(browser), 'what was given behind it, and ended').toMatchObject({ entitled: false, renewable: true });
});

test('a reader of an institution may, until logout', { tags: ['§1.audience.5', '§6.institution.1'] }, async () => {
  const browser = service.browser();
  await signIn(browser, '/oauth/openathens', { entity_id: 'https://idp.merrow.example.org/openathens' });
  expect(await ask(browser)).toMatchObject({ entitled: true, by: 'institution' });
  await browser.post('/logout', {});
  expect(await ask(browser)).toMatchObject({ entitled: false });
});

test('an institution that is no customer any more opens nothing', async () => {
  const browser = service.browser();
  await signIn(browser, '/oauth/openathens', { entity_id: 'https://idp.saltmarsh.example.edu/openathens' });
  await service.deps.db.session.updateMany({ where: { method: 'openathens' }, data: { entityId: 'https://idp.gone.example/' } });
  expect(await ask(browser)).toMatchObject({ entitled: false });
});

test('a CMS can check the signature: who says it, for whom, for which path, until when', async () => {
  const { token, expires } = await ask(service.browser(), '/article/moon?utm=1');
  const { payload } = await jwtVerify(token, keyOf(service.deps.config.access.entitlementSecret), { issuer: MAGAZINE, audience: 'main' });
  expect(payload).toMatchObject({ entitled: false, by: null, path: '/article/moon' });
  expect(new Date((payload.exp ?? 0) * 1000).toISOString()).toBe(expires);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  await expect(jwtVerify(token, keyOf('another secret of at least 32 characters'))).rejects.toThrow('signature');
  expect(JSON.stringify(payload)).not.toMatch(/email|name|sub/);
});

test('the answer is nobody else’s: it is kept by no cache', async () => {
  const response = await service.browser().get('/api/access/entitlement');
  expect(response.headers.get('cache-control')).toBe('no-store');
});
