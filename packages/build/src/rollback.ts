import type { Registry } from '@newsstand/contracts/registry';
import { changeRegistry } from './registry-store.ts';
import { rollBackPlatform, rollBackRemote, SHELL } from './releases.ts';
import type { Store } from './store.ts';

/**
 * Returns a remote, or the shell, to the build before the current one. A second time returns to the one before that.
 */
export const rollback = (store: Store, name: string, now = new Date()): Promise<Registry> =>
  changeRegistry(store, (registry) => (name === SHELL ? rollBackPlatform(registry, now) : rollBackRemote(registry, name, now)));
