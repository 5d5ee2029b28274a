import { Registry } from '@newsstand/contracts/registry';
import * as v from 'valibot';
import type { Store } from './store.ts';

export const REGISTRY = 'registry.json';

const EMPTY: Registry = { version: 0, platform: { build: '', entry: '', preload: [], integrity: {} }, remotes: {}, mounts: {} };

export const readRegistry = async (store: Store): Promise<Registry> => (await read(store)).registry;

/**
 * Changes the registry by compare-and-swap: when somebody else was faster, `change` is asked again with what they left,
 * so that deploys at the same time lose nothing. What `change` throws leaves the registry as it was.
 */
export const changeRegistry = async (store: Store, change: (registry: Registry) => Registry): Promise<Registry> => {
  for (;;) {
    const { registry, version } = await read(store);
    const changed = v.parse(Registry, { ...change(registry), version: registry.version + 1 });
    if (await store.put(REGISTRY, Buffer.from(JSON.stringify(changed, null, 2)), { ifVersion: version })) return changed;
  }
};

const read = async (store: Store): Promise<{ registry: Registry; version: string | null }> => {
  const stored = await store.get(REGISTRY);
  return stored
    ? { registry: v.parse(Registry, JSON.parse(stored.body.toString('utf8'))), version: stored.version }
    : { registry: EMPTY, version: null };
};
