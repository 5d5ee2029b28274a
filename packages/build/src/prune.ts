import { changeRegistry } from './registry-store.ts';
import { forgetOld, KEPT, knownBuilds } from './releases.ts';
import type { Store } from './store.ts';

/** Removes the folders of builds that were replaced more than 30 days ago. Returns how many folders went. */
export const prune = async (store: Store, now = new Date()): Promise<number> => {
  const stored = await store.list('mf/');
  const registry = await changeRegistry(store, (before) => forgetOld(before, now));
  const folders = Map.groupBy(stored, ({ key }) => key.split('/').slice(0, 3).join('/'));
  const old = [...folders].filter(([folder, files]) => {
    const [, name = '', build = ''] = folder.split('/');
    // A folder that nobody knows and that changed lately is a deploy under way.
    return !knownBuilds(registry, name).includes(build) && files.every(({ changed }) => now.getTime() - changed.getTime() > KEPT);
  });
  await Promise.all(old.flatMap(([, files]) => files.map(({ key }) => store.remove(key))));
  return old.length;
};
