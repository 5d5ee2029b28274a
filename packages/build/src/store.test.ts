import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderStore } from './folder-store.ts';
import type { Store } from './store.ts';

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'newsstand-store-'));
  store = folderStore(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const text = async (key: string) => (await store.get(key))?.body.toString();

test('what was put is got back, and what was not is null', async () => {
  await store.put('mf/a/1/entry.js', Buffer.from('one'));
  expect(await text('mf/a/1/entry.js')).toBe('one');
  expect(await store.get('mf/a/2/entry.js')).toBeNull();
  expect(await store.get('mf/a')).toBeNull();
});

test('what no file can be called is not there', async () => {
  await store.put('mf/a/1/entry.js', Buffer.from('one'));
  for (const key of ['x'.repeat(5_000), `mf/${'x'.repeat(300)}.js`, 'mf/a/1/entry.js/more.js']) expect(await store.get(key)).toBeNull();
});

test('a conditional write needs the version that is stored', async () => {
  expect(await store.put('r', Buffer.from('1'), { ifVersion: null })).toBe(true);
  expect(await store.put('r', Buffer.from('2'), { ifVersion: null })).toBe(false);
  const first = await store.get('r');
  expect(await store.put('r', Buffer.from('2'), { ifVersion: first?.version ?? null })).toBe(true);
  expect(await store.put('r', Buffer.from('3'), { ifVersion: first?.version ?? null })).toBe(false);
  expect(await text('r')).toBe('2');
});

test('of many conditional writes at once exactly one wins', async () => {
  await store.put('r', Buffer.from('start'));
  const ifVersion = (await store.get('r'))?.version ?? null;
  const stores = Array.from({ length: 20 }, () => folderStore(dir));
  const won = await Promise.all(stores.map((each, index) => each.put('r', Buffer.from(String(index)), { ifVersion })));
  expect(won.filter(Boolean)).toHaveLength(1);
  expect(await text('r')).toBe(String(won.indexOf(true)));
});

test('the list names what begins with the prefix, and nothing of the store itself', async () => {
  await store.put('mf/a/1/entry.js', Buffer.from('one'));
  await store.put('mf/b/1/entry.js', Buffer.from('two'));
  await store.put('registry.json', Buffer.from('{}'), { ifVersion: null });
  expect((await store.list('mf/a/')).map(({ key }) => key)).toEqual(['mf/a/1/entry.js']);
  expect((await store.list('')).map(({ key }) => key).toSorted()).toEqual(['mf/a/1/entry.js', 'mf/b/1/entry.js', 'registry.json']);
});

test.each(['../outside', 'a/../../outside', '/etc/passwd', '.scratch/x', ''])('a key outside the store is refused: %j', async (key) => {
  await expect(store.get(key)).rejects.toThrow('outside the store');
  await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('outside the store');
});
