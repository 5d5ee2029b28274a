import type { LoaderBuild, LoaderRegistry } from '@newsstand/contracts/registry';
import { nonce } from './script.ts';

type Policy = { createScript(text: string): string };

/** Written in front of this code when `loader.js` is served. */
declare const NEWSSTAND_REGISTRY: LoaderRegistry;
type Page = typeof globalThis & { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

export const registry = NEWSSTAND_REGISTRY;

/** The first half of a widget's name: whose it is. */
export const remoteOf = (widget: string): string => widget.split('.')[0] ?? '';

const warmed = new Set<LoaderBuild | undefined>();

/** Fetches what a widget needs, so that it is there when it is started: the URLs of the platform and of its remote. */
export const prepare = (widget: string): [platform: string, entry: string] => [
  warm(registry.platform),
  warm(registry.remotes[remoteOf(widget)]),
];

/** Starts all chunks of a build's first wave at once; the imports that follow find them under way. The URL of the entry. */
const warm = (build: LoaderBuild | undefined): string => {
  // Of a remote that is in no registry there is none: taking it apart throws.
  const [folder, files]: LoaderBuild = Object(build);
  if (!warmed.has(build)) {
    warmed.add(build);
    vouch(folder, files);
    for (const file in files) add('link', { rel: 'modulepreload', href: folder + file, integrity: files[file] ?? '' });
  }
  return folder + Object.keys(files)[0];
};

const { trustedTypes }: Page = globalThis;
let policy: Policy | undefined;

/** Tells the browser what chunks must contain: a changed one is refused, whichever module imports it. */
export const vouch = (folder: string, files: Readonly<Record<string, string>>): void => {
  const integrity: Record<string, string | undefined> = {};
  for (const file in files) integrity[folder + file] = files[file];
  const text = JSON.stringify({ integrity });
  policy ??= trustedTypes?.createPolicy('newsstand', { createScript: (map) => map });
  add('script', { type: 'importmap', textContent: policy?.createScript(text) ?? text });
};

const add = <T extends 'link' | 'script'>(tag: T, properties: Partial<HTMLElementTagNameMap[T]>): void => {
  document.head.append(Object.assign(document.createElement(tag), { nonce }, properties));
};
