type Policy = { createScript(text: string): string };
type Page = typeof globalThis & { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

let policy: Policy | undefined;

/**
 * Tells the browser what the chunks must contain that a remote fetches later: a changed one is refused. By an import
 * map where the maps of a page add up, as the loader asks (`builds.ts`). Where there is one only, it is the CMS's:
 * there the remote's imports tell of a chunk first, which is then fetched by a link.
 */
export const vouchForChunks = (entry: string, integrity: Record<string, string>, nonce: string): void => {
  if (vouchByMap(entry, integrity, nonce)) return;
  const tell = (chunk: string): string => vouchByLink(new URL(chunk, entry).href, integrity[chunk.slice(2)], nonce);
  Object.assign(integrity, { tell });
};

const tries: Record<string, number> = {};

/**
 * The same for one file, by a link: answers where to import it from. Who asks again did not get it, which Firefox
 * remembers of an address for as long as the page is there: each further try has its own.
 */
export const vouchByLink = (url: string, integrity: string | undefined, nonce: string): string => {
  const past = tries[url] ?? 0;
  tries[url] = past + 1;
  const href = url + '?'.repeat(past);
  add('link', { nonce, rel: 'modulepreload', href, integrity });
  return href;
};

/**
 * The same for what a remote begins with. The loader's links have asked for it already: who refuses it there, as Safari
 * does, imports it all the same.
 */
export const vouchByMap = (entry: string, integrity: Record<string, string>, nonce: string): boolean => {
  if (!CSS.supports('text-box:normal')) return false;
  const { trustedTypes }: Page = globalThis;
  policy ??= trustedTypes?.createPolicy('newsstand', { createScript: (map) => map });
  const files: Record<string, string | undefined> = {};
  for (const file in integrity) files[new URL(file, entry).href] = integrity[file];
  const text = JSON.stringify({ integrity: files });
  add('script', { nonce, type: 'importmap', textContent: policy?.createScript(text) ?? text });
  return true;
};

const add = (tag: string, properties: object): void => document.head.append(Object.assign(document.createElement(tag), properties));
