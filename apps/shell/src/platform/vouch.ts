type Policy = { createScript(text: string): string };
type Page = typeof globalThis & { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

let policy: Policy | undefined;

/**
 * Tells the browser what the chunks must contain that a remote fetches later: a changed one is refused. By an import map where the maps of a page add up, as the
 * loader asks (`builds.ts`). Where there is one only, it is the CMS's: there the remote's imports tell of a chunk first, which is then fetched by a link.
 */
export const vouchForChunks = (entry: string, integrity: Record<string, string>, nonce: string): void => {
  const add = (tag: string, properties: object): void =>
    document.head.append(Object.assign(document.createElement(tag), { nonce }, properties));
  const urlOf = (file: string): string => new URL(file, entry).href;
  if (CSS.supports('text-box:normal')) {
    const { trustedTypes }: Page = globalThis;
    policy ??= trustedTypes?.createPolicy('newsstand', { createScript: (map) => map });
    const files: Record<string, string | undefined> = {};
    for (const file in integrity) files[urlOf(file)] = integrity[file];
    const text = JSON.stringify({ integrity: files });
    add('script', { type: 'importmap', textContent: policy?.createScript(text) ?? text });
  } else {
    const tell = (chunk: string): void => add('link', { rel: 'modulepreload', href: urlOf(chunk), integrity: integrity[chunk.slice(2)] });
    Object.assign(integrity, { tell });
  }
};
