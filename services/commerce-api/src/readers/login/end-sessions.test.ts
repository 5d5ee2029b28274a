// @module-tag ci
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { endEverybodysSessions, endSessionsAt } from './end-sessions.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

async function loggedIn(email: string): Promise<Browser> {
  const browser = service.browser();
  await logInWith(browser, email);
  expect(await whoIs(browser)).toBe(email);
  return browser;
}

/** The program as staff starts it. */
function run(...args: string[]): { code: number | null; message: string } {
  const main = path.join(import.meta.dirname, '../../main/end-sessions-main.ts');
  const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: service.deps.databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });
  return { code: status, message: stdout + stderr };
}

test('staff ends all sessions of one reader, at once, and nobody else’s', async () => {
  const [{ email }, other] = [await makeAccount(service), await makeAccount(service)];
  const [home, cafe, neighbour] = [await loggedIn(email), await loggedIn(email), await loggedIn(other.email)];
  expect(run(email.toUpperCase())).toEqual({ code: 0, message: `2 sessions of ${email} ended.\n` });
  expect([await whoIs(home), await whoIs(cafe), await whoIs(neighbour)]).toEqual([null, null, other.email]);
  // The account is as it was: its owner logs in again.
  expect((await logInWith(home, email)).status).toBe(200);
  expect(await endSessionsAt(service.deps, email)).toBe(1);
});

test('staff who mistypes an address is told so, and nothing ends', async () => {
  const { email } = await makeAccount(service);
  const reader = await loggedIn(email);
  expect(run('nobody@example.org')).toEqual({ code: 1, message: 'There is no account with the address nobody@example.org.\n' });
  expect(run(email, '--everybody').message).toContain('npm run end-sessions -- <the reader');
  expect(await whoIs(reader)).toBe(email);
});

test('staff ends everybody’s sessions, institutions’ too, and a guest keeps the cart', async () => {
  const { email } = await makeAccount(service);
  const reader = await loggedIn(email);
  const guest = service.browser();
  await guest.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  await service.deps.db.session.create({
    data: { tokenHash: 'of-an-institution', ownerId: crypto.randomUUID(), entityId: 'x', expires: new Date(Date.now() + 60_000) },
  });
  expect(await endEverybodysSessions(service.deps)).toBeGreaterThanOrEqual(2);
  expect(await whoIs(reader)).toBeNull();
  expect(await service.deps.db.session.count({ where: { entityId: 'x' } })).toBe(0);
  expect(await (await guest.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
});
