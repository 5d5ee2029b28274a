import type { Build, LoaderBuild, LoaderRegistry, Overrides, Platform, Registry } from '@newsstand/contracts/registry';
import { SHELL } from './releases.ts';

/** Public origin of each remote and of the shell, by name; where one is missing, the origin of `loader.js` itself. */
export type Origins = Readonly<Record<string, string>>;

/** The file that every remote under development serves its entry as. */
const DEV_ENTRY = 'entry.js';

/**
 * What `loader.js` is on the wire: the registry, as much of it as a page needs, and then the loader's code. Every
 * article pays for each of its bytes: the registry's name is for reading, and the directive has nobody to warn, since
 * the code was built from modules. It begins with a semicolon, since what is put before it in one file may end with
 * none.
 */
export const composeLoader = (code: string, registry: LoaderRegistry): string => {
  const lean = code.replaceAll('NEWSSTAND_REGISTRY', '$_');
  const known = `$_=${literal(registry)}`;
  // As the build writes it: a function of its own, which begins with what it declares.
  const BEGINNING = '(()=>{"use strict";let ';
  if (lean.startsWith(BEGINNING)) return `;(()=>{let ${known},${lean.slice(BEGINNING.length)}`;
  // The code is followed by a line break, lest a comment at its end swallow what closes it.
  return `;(()=>{let ${known};${lean}\n})()`;
};

/**
 * As JSON, with no quotes around names that need none. Within a string a quote has a backslash in front of it, so that
 * nothing of one is taken for a name.
 */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll(/"([a-z_]\w*)":/gi, '$1:');

/**
 * `development` names the remotes that run on a developer's machine and where: they replace the deployed ones, and
 * bring React's development build.
 */
export const loaderRegistry = (registry: Registry, origins: Origins, development: Origins = {}): LoaderRegistry => ({
  platform:
    (Object.keys(development).length > 0 && developmentPlatform(registry, origins)) || loaderBuild(registry.platform, origins[SHELL]),
  remotes: {
    ...Object.fromEntries(Object.entries(registry.remotes).map(([name, build]) => [name, loaderBuild(build, origins[name])])),
    ...Object.fromEntries(
      Object.entries(development).map(([name, origin]) => [name, [`${origin}/`, { [DEV_ENTRY]: '' }] satisfies LoaderBuild]),
    ),
  },
  // Most publications have none, and each article would pay for saying so.
  ...(Object.keys(registry.mounts).length > 0 && { mounts: registry.mounts }),
});

/**
 * `hints.json`: what a CMS may ask for in its HTML. Beside what the loader starts, the chunks that come later, by
 * remote: one that is called as a widget (`page.js` for `checkout.page`) is that widget's own.
 */
export const hintsOf = (registry: Registry, origins: Origins, development: Origins = {}): Hints => ({
  ...loaderRegistry(registry, origins, development),
  later: Object.fromEntries(
    Object.entries(registry.remotes)
      .filter(([name]) => !(name in development))
      .map(([name, build]) => [name, laterOf(build)]),
  ),
});
type Hints = LoaderRegistry & { later: Record<string, Record<string, string>> };

/** A developer's own machine. */
const MACHINE = ['localhost', '127.0.0.1'];

/** What `?widget=` may ask for; where `local`, a remote of the page's own machine, too. */
export const overridesOf = (registry: Registry, origins: Origins, local: boolean): Overrides => ({
  builds: Object.fromEntries(
    Object.entries(registry.remotes).flatMap(([name, { allowed }]) =>
      allowed.map((build) => [`${name}@${build.build}`, loaderBuild(build, origins[name])]),
    ),
  ),
  development: developmentPlatform(registry, origins),
  machine: local ? MACHINE : [],
});

const loaderBuild = ({ entry, preload, integrity }: Build | Platform, origin = ''): LoaderBuild => {
  const folder = folderOf(entry);
  const wave = [...new Set([entry, ...preload])];
  return [origin + folder, Object.fromEntries(wave.map((url) => [url.slice(folder.length), integrity[url] ?? '']))];
};

const laterOf = ({ entry, preload, integrity }: Build): Record<string, string> => {
  const wave = new Set([entry, ...preload]);
  const later = Object.entries(integrity).filter(([url]) => !wave.has(url));
  return Object.fromEntries(later.map(([url, hash]) => [url.slice(folderOf(entry).length), hash]));
};

const developmentPlatform = ({ platform: { development } }: Registry, origins: Origins): LoaderBuild | null => {
  if (!development) return null;
  const folder = folderOf(development);
  return [(origins[SHELL] ?? '') + folder, { [development.slice(folder.length)]: '' }];
};

const folderOf = (url: string): string => url.slice(0, url.lastIndexOf('/') + 1);
