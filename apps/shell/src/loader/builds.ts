import type { LoaderBuild, LoaderRegistry } from '@newsstand/contracts/registry';
import { nonce, parsed } from './script.ts';

/** Written in front of this code when `loader.js` is served. */
declare const NEWSSTAND_REGISTRY: LoaderRegistry;

export const registry = NEWSSTAND_REGISTRY;

/** The first half of a widget's name: whose it is. */
export const remoteOf = (widget: string): string => widget.split('.')[0] ?? '';

/**
 * The CMS may have an import map further down: browsers that take one only refuse it once a module is under way.
 * Several are taken by Chrome from 133 and Safari from 18.4, which know `text-box` since then or just before. Where a
 * browser learns that alone, `import-maps.e2e.ts` says so.
 */
const mapsAreRead = CSS.supports('text-box:normal') || parsed;

const fetched = new Set<LoaderBuild | undefined>();

/** Fetches what a widget needs, so that it is there when it is started: the URL of the platform. */
export const prepare = async (widget: string): Promise<string> => {
  await mapsAreRead;
  wave(registry.remotes[remoteOf(widget)]);
  return wave(registry.platform);
};

/** What failed is fetched anew by the next who wants it, and vouched for anew. */
export const forgetBuilds = (): void => fetched.clear();

/**
 * Starts all chunks of a build's first wave at once; the imports that follow find them under way. The URL of the entry.
 */
const wave = (build: LoaderBuild | undefined): string => {
  // Of a remote that is in no registry there is none: taking it apart throws.
  const [folder, files]: LoaderBuild = Object(build);
  if (!fetched.has(build)) {
    fetched.add(build);
    for (const file in files) {
      // What contains anything else is refused, and its import with it: a page has each module once.
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href: folder + file, integrity: files[file], nonce }),
      );
    }
  }
  return folder + Object.keys(files)[0];
};
