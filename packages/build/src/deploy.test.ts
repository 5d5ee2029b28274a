import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { integrityOf } from './build-files.ts';
import { deploy } from './deploy.ts';
import { folderStore } from './folder-store.ts';
import { prune } from './prune.ts';
import { readRegistry } from './registry-store.ts';
import { rollback } from './rollback.ts';
import type { Store } from './store.ts';

const DAY = 24 * 60 * 60 * 1000;
let dir: string;
let store: Store;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'newsstand-deploy-'));
  store = folderStore(join(dir, 'store'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const makeDist = async (content: string, { name = 'checkout', contract = 1 } = {}): Promise<string> => {
  const dist = join(dir, `dist-${name}-${content}`);
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'entry.js'), `export const content = '${content}';`);
  await writeFile(join(dist, 'mount.js'), 'mount');
  await writeFile(join(dist, 'later.js'), 'later');
  await writeFile(join(dist, 'build.json'), JSON.stringify({ name, contract, entry: 'entry.js', preload: ['entry.js', 'mount.js'] }));
  return dist;
};
const release = async (content: string, now = new Date()) => deploy(store, await makeDist(content), { now });

test('a deploy makes its build the current one, with an integrity for every chunk', async () => {
  const { build } = await release('one');
  const { checkout } = (await readRegistry(store)).remotes;
  expect(checkout).toMatchObject({
    build,
    entry: `/mf/checkout/${build}/entry.js`,
    preload: [`/mf/checkout/${build}/entry.js`, `/mf/checkout/${build}/mount.js`],
    previous: [],
  });
  expect(checkout?.integrity).toEqual({
    [`/mf/checkout/${build}/entry.js`]: integrityOf(Buffer.from("export const content = 'one';")),
    [`/mf/checkout/${build}/mount.js`]: integrityOf(Buffer.from('mount')),
    [`/mf/checkout/${build}/later.js`]: integrityOf(Buffer.from('later')),
  });
  expect((await store.get(`mf/checkout/${build}/entry.js`))?.body.toString()).toContain('one');
});

test('the same content is the same build and deploying it again changes nothing for readers', async () => {
  const first = await release('one');
  const again = await release('one');
  expect(again.build).toBe(first.build);
  expect(again.registry.remotes['checkout']?.previous).toEqual([]);
});

test('a rollback returns to the build before, and once more to the one before that', async () => {
  const [one, two, three] = [await release('one'), await release('two'), await release('three')];
  expect((await rollback(store, 'checkout')).remotes['checkout']?.build).toBe(two.build);
  const registry = await rollback(store, 'checkout');
  expect(registry.remotes['checkout']?.build).toBe(one.build);
  expect(registry.remotes['checkout']?.previous.map(({ build }) => build).toSorted()).toEqual([two.build, three.build].toSorted());
  await expect(rollback(store, 'checkout')).rejects.toThrow('no earlier build');
  expect((await readRegistry(store)).remotes['checkout']?.build).toBe(one.build);
});

test('a build that was rolled back may be deployed again', async () => {
  await release('one');
  const two = await release('two');
  await rollback(store, 'checkout');
  expect((await release('two')).registry.remotes['checkout']).toMatchObject({ build: two.build });
});

test('deploys of several teams at the same time lose nothing', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `team-${index}`);
  const dists = await Promise.all(names.map((name) => makeDist('one', { name })));
  await Promise.all(dists.map((dist) => deploy(folderStore(join(dir, 'store')), dist)));
  const registry = await readRegistry(store);
  expect(Object.keys(registry.remotes).toSorted()).toEqual(names.toSorted());
});

test('deploys of one remote at the same time all remain known', async () => {
  const contents = Array.from({ length: 8 }, (_, index) => `build-${index}`);
  const deployed = await Promise.all(contents.map((content) => release(content)));
  const { checkout } = (await readRegistry(store)).remotes;
  const known = [checkout?.build, ...(checkout?.previous ?? []).map(({ build }) => build)];
  expect(known.toSorted()).toEqual(deployed.map(({ build }) => build).toSorted());
});

test('a build for another contract than the shell speaks is refused', async () => {
  const one = await release('one');
  await expect(deploy(store, await makeDist('two', { contract: 2 }))).rejects.toThrow('contract 2, the shell speaks 1');
  expect((await readRegistry(store)).remotes['checkout']?.build).toBe(one.build);
});

test('a build that is only allowed leaves readers what they have', async () => {
  const one = await release('one');
  const two = await deploy(store, await makeDist('two'), { allow: true });
  const { checkout } = (await readRegistry(store)).remotes;
  expect(checkout?.build).toBe(one.build);
  expect(checkout?.allowed.map(({ build }) => build)).toEqual([two.build]);
});

test('the shell is deployed and rolled back like a remote', async () => {
  const one = await deploy(store, await makeDist('one', { name: 'shell' }));
  const two = await deploy(store, await makeDist('two', { name: 'shell' }));
  expect(two.registry.platform.entry).toBe(`/mf/shell/${two.build}/entry.js`);
  expect((await rollback(store, 'shell')).platform.build).toBe(one.build);
});

test('a folder stays 30 days after its build was replaced, and then goes', async () => {
  const start = new Date();
  const [one, two] = [await release('one', start), await release('two', new Date(start.getTime() + 40 * DAY))];
  await release('three', new Date(start.getTime() + 41 * DAY));
  const exists = async (build: string) => (await store.get(`mf/checkout/${build}/entry.js`)) !== null;

  await prune(store, new Date(start.getTime() + 69 * DAY));
  expect(await exists(one.build)).toBe(true);
  await prune(store, new Date(start.getTime() + 72 * DAY));
  expect([await exists(one.build), await exists(two.build)]).toEqual([false, true]);
  expect((await rollback(store, 'checkout')).remotes['checkout']?.build).toBe(two.build);
});

test('what a deploy that never finished left behind goes after 30 days', async () => {
  await release('one');
  await store.put('mf/checkout/abandoned/entry.js', Buffer.from('x'));
  await prune(store);
  expect(await store.get('mf/checkout/abandoned/entry.js')).not.toBeNull();
  const longAgo = new Date(Date.now() - 31 * DAY);
  await utimes(join(dir, 'store/mf/checkout/abandoned/entry.js'), longAgo, longAgo);
  await prune(store);
  expect(await store.get('mf/checkout/abandoned/entry.js')).toBeNull();
});
