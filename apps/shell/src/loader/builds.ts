import type { LoaderBuild, LoaderRegistry } from '@newsstand/contracts/registry';
import { nonce } from './script.ts';

type Policy = { createScript(text: string): string };

/** Written in front of this code when `loader.js` is served. */
declare const NEWSSTAND_REGISTRY: LoaderRegistry;
type Page = typeof globalThis & { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

export const { mounts } = NEWSSTAND_REGISTRY;

/** The registry as it was deployed; with `?widget=` in the page's address, with the builds that were asked for. */
export const builds = (): Promise<LoaderRegistry> => (registry ??= find());
let registry: Promise<LoaderRegistry> | undefined;

const find = async (): Promise<LoaderRegistry> => {
  if (!/[?&]widget=/.test(location.search)) return NEWSSTAND_REGISTRY;
  const override = await import(/* webpackIgnore: true */ NEWSSTAND_REGISTRY.platform[0] + 'override.js');
  return override.overridden(NEWSSTAND_REGISTRY);
};

const warmed = new Set<LoaderBuild>();

/** Starts all chunks of a build's first wave at once; the imports that follow find them under way. The URL of the entry. */
export const warm = (build: LoaderBuild): string => {
  const [folder, files] = build;
  if (!warmed.has(build)) {
    warmed.add(build);
    vouch(folder, files);
    for (const file in files) add('link', { rel: 'modulepreload', href: folder + file, integrity: files[file] ?? '' });
  }
  return folder + Object.keys(files)[0];
};

const page: Page = globalThis;
let policy: Policy | undefined;

/** Tells the browser what chunks must contain: a changed one is refused, whichever module imports it. */
export const vouch = (folder: string, files: Readonly<Record<string, string>>): void => {
  const integrity: Record<string, string> = {};
  for (const file in files) integrity[folder + file] = files[file] ?? '';
  const text = JSON.stringify({ integrity });
  policy ??= page.trustedTypes?.createPolicy('newsstand', { createScript: (map) => map });
  add('script', { type: 'importmap', textContent: policy ? policy.createScript(text) : text });
};

const add = <T extends 'link' | 'script'>(tag: T, properties: Partial<HTMLElementTagNameMap[T]>): void => {
  document.head.append(Object.assign(document.createElement(tag), { nonce }, properties));
};
