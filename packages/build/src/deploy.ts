import type { Build, Registry } from '@newsstand/contracts/registry';
import { CONTRACT } from '@newsstand/contracts/widget';
import { type BuildFiles, integrityOf, readBuild } from './build-files.ts';
import { prune } from './prune.ts';
import { changeRegistry } from './registry-store.ts';
import { allowRemote, releasePlatform, releaseRemote, SHELL } from './releases.ts';
import type { Store } from './store.ts';

export type Deployed = { name: string; build: string; registry: Registry };

/**
 * Puts the build in `dist` into the store and makes it the current one; with `allow` it only may be asked for by
 * `?widget=`. The folder is complete before the registry points to it, so no page ever meets half a build.
 */
export const deploy = async (store: Store, dist: string, { now = new Date(), allow = false } = {}): Promise<Deployed> => {
  const found = await readBuild(dist);
  const { record, build } = found;
  const folder = `mf/${record.name}/${build}`;
  await Promise.all([...found.files].map(([name, body]) => store.put(`${folder}/${name}`, body)));
  const registry = await changeRegistry(store, (before) => pointTo(before, found, `/${folder}`, now, allow));
  await prune(store, now);
  return { name: record.name, build, registry };
};

const pointTo = (registry: Registry, { record, build, files }: BuildFiles, folder: string, now: Date, allow: boolean): Registry => {
  const at = (name: string): string => `${folder}/${name}`;
  const chunks = [...files].filter(([name]) => name.endsWith('.js'));
  const deployed: Build = {
    build,
    entry: at(record.entry),
    preload: record.preload.map(at),
    integrity: Object.fromEntries(chunks.map(([name, body]) => [at(name), integrityOf(body)])),
    contract: record.contract,
  };
  if (record.name === SHELL) {
    if (allow) throw new Error('The shell has one build for everybody.');
    const { loader, development, mounts } = record;
    const platform = { ...deployed, mounts, ...(loader && { loader: at(loader) }), ...(development && { development: at(development) }) };
    return releasePlatform(registry, platform, now);
  }
  const spoken = registry.platform.contract ?? CONTRACT;
  if (record.contract !== spoken) {
    throw new Error(`${record.name} is built for contract ${record.contract}, the shell speaks ${spoken}: nothing was deployed.`);
  }
  return allow ? allowRemote(registry, record.name, deployed) : releaseRemote(registry, record.name, deployed, now);
};
