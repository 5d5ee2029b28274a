/**
 * A cache before a site that keeps every page by its address alone, unless its headers forbid it: as careless as one
 * may be. `pages` are those it kept.
 */
export function cacheBefore(site: string): { ask(address: string, cookie: string): Promise<string>; pages: Map<string, string> } {
  const pages = new Map<string, string>();
  const ask = async (address: string, cookie: string): Promise<string> => {
    const known = pages.get(address);
    if (known !== undefined) return known;
    const answer = await fetch(site + address, { headers: { cookie } });
    const text = await answer.text();
    if (answer.ok && !/no-store|private/.test(answer.headers.get('cache-control') ?? '')) pages.set(address, text);
    return text;
  };
  return { ask, pages };
}
