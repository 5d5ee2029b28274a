type Policy = { createScript(text: string): string };
type Page = typeof globalThis & { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

let policy: Policy | undefined;

/**
 * Tells the browser what the chunks must contain that a remote fetches later: a changed one is refused. By an import map where the maps of a page add up, as the
 * loader asks (`builds.ts`). Where there is one only, it is the CMS's: there the remote's imports tell of a chunk first, which is then fetched by a link.
 */
export const vouchForChunks = (entry: string, integrity: Record<string, string>, nonce: string): void => {
  if (vouchByMap(entry, integrity, nonce)) return;
  const tell = (chunk: string): void =>
    add('link', { nonce, rel: 'modulepreload', href: new URL(chunk, entry).href, integrity: integrity[chunk.slice(2)] });
  Object.assign(integrity, { tell });
};

/** The same for what a remote begins with. The loader's links have asked for it already: who refuses it there, as Safari does, imports it all the same. */
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
