import type { Site } from '@newsstand/contracts/paths';
import type { Deps } from './deps.ts';

/** Where the publication's pages are, as it was last applied. */
export function siteOf({ config, publication }: Pick<Deps, 'config' | 'publication'>): Site {
  return { url: config.publicUrl, paths: publication.cached().paths };
}
