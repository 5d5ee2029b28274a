type Policy = { createScript(text: string): string };
type Page = typeof globalThis & { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

/** Whether the import maps of a page add up, as the loader asks (`builds.ts`). Where there is one only, it is the CMS's. */
export const mapsAddUp = CSS.supports('text-box:normal');

let policy: Policy | undefined;

/** Tells the browser what a folder's modules must contain: a changed one is refused, whichever module imports it. */
export const announce = (folder: string, files: Readonly<Record<string, string>>, nonce: string): void => {
  const { trustedTypes }: Page = globalThis;
  policy ??= trustedTypes?.createPolicy('newsstand', { createScript: (map) => map });
  const text = JSON.stringify({ integrity: Object.fromEntries(Object.entries(files).map(([file, hash]) => [folder + file, hash])) });
  add('script', { type: 'importmap', textContent: policy?.createScript(text) ?? text, nonce });
};

const fetched = new Set<string>();

/** Fetches a module by what it must contain: the import that follows finds it under way or refused, since a page has each module once. */
export const vouch = (href: string, integrity: string, nonce: string): void => {
  if (!fetched.has(href)) add('link', { rel: 'modulepreload', href, integrity, nonce });
  fetched.add(href);
};

const add = <T extends 'link' | 'script'>(tag: T, properties: Partial<HTMLElementTagNameMap[T]>): void => {
  document.head.append(Object.assign(document.createElement(tag), properties));
};
