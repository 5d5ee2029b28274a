import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createTestApp } from '../test/test-app.ts';

// Rules of design/identity.md about how we use what we stand on.

const sources = globSync('**/*.ts', { cwd: path.join(import.meta.dirname, '..'), exclude: ['**/*.test.ts'] }).map((file) => ({
  file,
  text: readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'),
}));

test.each([
  ['etag', 'drops the cookie of an answer that has not changed'],
  ['timeout', 'answers while a payment still goes on'],
])('no answer goes through Hono’s %s, which %s', (middleware) => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => text.includes(`'hono/${middleware}'`)).map(({ file }) => file)).toEqual([]);
});

test('a browser that names a version of its own still gets the whole answer, and its cookie', async () => {
  const service = await createTestApp();
  try {
    const browser = service.browser();
    const added = await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
    expect(added.headers.getSetCookie()).toHaveLength(1);
    const again = await browser.get('/api/cart', { 'If-None-Match': '*' });
    expect([again.status, again.headers.get('etag')]).toEqual([200, null]);
  } finally {
    await service.close();
  }
});

test('alternatives in the path of a route are grouped, or Hono would match what none of them says', async () => {
  const service = await createTestApp();
  const patterns = service.app.routes.flatMap((route) => Array.from(route.path.matchAll(/\{(.*?)\}/g), ([, pattern = '']) => pattern));
  const ungrouped = patterns.filter((pattern) => pattern.replaceAll(/\([^()]*\)/g, '').includes('|'));
  await service.close();
  expect(patterns).not.toEqual([]);
  expect(ungrouped).toEqual([]);
});

test('nothing is written that Node’s type stripping refuses: the compiler refuses it too', () => {
  const options = v.object({ compilerOptions: v.object({ erasableSyntaxOnly: v.literal(true) }) });
  const base = readFileSync(path.join(import.meta.dirname, '../../../../tsconfig.base.json'), 'utf8');
  expect(v.is(options, JSON.parse(base))).toBe(true);
});

test('a new database has no account that one could log in to', async () => {
  const service = await createTestApp();
  const accounts = await service.deps.db.account.count();
  await service.close();
  expect(accounts).toBe(0);
});
