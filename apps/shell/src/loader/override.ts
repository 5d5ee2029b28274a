import { type LoaderRegistry, Overrides } from '@newsstand/contracts/registry';
import * as v from 'valibot';

const LOCAL = /^(localhost|127\.0\.0\.1)$/;
const LOCAL_REMOTE = /^(localhost|127\.0\.0\.1):\d+$/;

/**
 * The registry with the builds that the page's address asks for: `?widget=checkout@<build>` for one that its team allowed,
 * `?widget=checkout@localhost:4301` for one under development, on pages of this machine only. Anything else is ignored, and said.
 */
export const overridden = async (registry: LoaderRegistry): Promise<LoaderRegistry> => {
  const response = await fetch(new URL('/overrides.json', registry.platform[0]));
  const { builds, development } = v.parse(Overrides, await response.json());
  const found: LoaderRegistry = { ...registry, remotes: { ...registry.remotes } };
  for (const asked of new URLSearchParams(location.search).getAll('widget')) {
    const [remote = '', build = ''] = asked.split('@');
    const allowed = builds[asked];
    if (allowed) {
      found.remotes[remote] = allowed;
    } else if (remote in registry.remotes && LOCAL.test(location.hostname) && LOCAL_REMOTE.test(build)) {
      found.remotes[remote] = [`http://${build}/`, { 'entry.js': '' }];
      if (development) found.platform = development;
    } else {
      console.warn(`[newsstand] ${asked} is not allowed here; the deployed build is used`);
    }
  }
  return found;
};
