import type { LoaderBuild, LoaderRegistry } from '@newsstand/contracts/registry';
import { nonce } from './script.ts';

/** Written in front of this code when `loader.js` is served. */
declare const NEWSSTAND_REGISTRY: LoaderRegistry;
declare global {
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScript(text: string): string }): { createScript(text: string): string } }
    | undefined;
}

export const { mounts } = NEWSSTAND_REGISTRY;

/** The registry as it was deployed; with `?widget=` in the page's address, with the builds that were asked for. */
export const builds = (): Promise<LoaderRegistry> => (registry ??= find());
let registry: Promise<LoaderRegistry> | undefined;

const find = async (): Promise<LoaderRegistry> => {
  let found = NEWSSTAND_REGISTRY;
  if (/[?&]widget=/.test(location.search)) {
    const override = await import(/* webpackIgnore: true */ found.platform[0] + 'override.js');
    found = await override.overridden(found);
  }
  vouch([found.platform, ...Object.values(found.remotes)]);
  return found;
};

export const entryOf = ([folder, files]: LoaderBuild): string => folder + Object.keys(files)[0];

const warmed = new Set<LoaderBuild>();

/** Starts all chunks of a build's first wave at once; the imports that follow find them under way. */
export const warm = (build: LoaderBuild): void => {
  if (warmed.has(build)) return;
  warmed.add(build);
  const [folder, files, wave] = build;
  for (const file of Object.keys(files).slice(0, wave)) {
    add('link', { rel: 'modulepreload', href: folder + file, integrity: files[file] ?? '' });
  }
};

/** Tells the browser what every chunk must contain: a changed one is refused, whichever module imports it. */
const vouch = (found: readonly LoaderBuild[]): void => {
  const integrity: Record<string, string> = {};
  for (const [folder, files] of found) for (const file in files) integrity[folder + file] = files[file] ?? '';
  const text = JSON.stringify({ integrity });
  const policy = globalThis.trustedTypes?.createPolicy('newsstand', { createScript: (map) => map });
  add('script', { type: 'importmap', textContent: policy ? policy.createScript(text) : text });
};

const add = <T extends 'link' | 'script'>(tag: T, properties: Partial<HTMLElementTagNameMap[T]>): void => {
  document.head.append(Object.assign(document.createElement(tag), { nonce }, properties));
};
