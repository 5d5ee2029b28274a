import { type LoaderRegistry, Overrides } from '@newsstand/contracts/registry';
import * as v from 'valibot';
import type { Ask, PlatformModule } from './ask.ts';

let found: Promise<LoaderRegistry> | undefined;

/**
 * Mounts a widget of the build that the page's address asks for, where it asks for one of its remote: by the platform
 * that goes with it, or the page's own.
 */
export const mountAsked = async (ask: Ask, mountHere: PlatformModule['mount']): Promise<void> => {
  const { registry: deployed, place, nonce } = ask;
  const registry = await (found ??= overridden(deployed));
  const [remote = ''] = place.widget.split('.');
  const build = registry.remotes[remote];
  if (!build) throw new Error(`${place.widget} is of no remote`);
  const [folder, files] = build;
  for (const file in files) {
    const link = { rel: 'modulepreload', href: folder + file, integrity: files[file], nonce };
    if (build !== deployed.remotes[remote]) document.head.append(Object.assign(document.createElement('link'), link));
  }
  const [shell, ownFiles] = registry.platform;
  const platform: PlatformModule =
    registry.platform === deployed.platform
      ? { mount: mountHere }
      : await import(/* webpackIgnore: true */ shell + Object.keys(ownFiles)[0]);
  return platform.mount({ ...ask, registry, isAsked: true });
};

/**
 * The registry with the builds that the page's address asks for: `?widget=checkout@<build>` for one that its team
 * allowed,
 * `?widget=checkout@localhost:4301` for one under development, on pages of the same machine, and where the store says
 * that it is a developer's. Anything else is ignored, and said.
 */
const overridden = async (registry: LoaderRegistry): Promise<LoaderRegistry> => {
  const response = await fetch(new URL('/overrides.json', registry.platform[0]));
  const { builds, development, machine } = v.parse(Overrides, await response.json());
  const found: LoaderRegistry = { ...registry, remotes: { ...registry.remotes } };
  for (const asked of new URLSearchParams(location.search).getAll('widget')) {
    const [remote = '', build = ''] = asked.split('@');
    const allowed = builds[asked];
    if (allowed) {
      found.remotes[remote] = allowed;
    } else if (remote in registry.remotes && machine.includes(location.hostname) && isPortOf(machine, build)) {
      found.remotes[remote] = [`http://${build}/`, { 'entry.js': '' }];
      if (development) found.platform = development;
    } else {
      console.warn(`[newsstand] ${asked} is not allowed here; the deployed build is used`);
    }
  }
  return found;
};

const isPortOf = (machine: readonly string[], address: string): boolean => {
  const [host = '', port = '', ...more] = address.split(':');
  return machine.includes(host) && /^\d+$/.test(port) && more.length === 0;
};
