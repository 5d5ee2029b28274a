/** Anything that a browser or a proxy might read in another way than we do. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ODD = /[\u0000-\u001f\u007f\\]/;

/**
 * The path of the magazine that a redirect may go to; anything else becomes `/` (section 2: the redirect target falls
 * back to /). A full address is taken only where it is the magazine's own.
 */
export function safePath(raw: string | null | undefined, publicUrl: string): string {
  const url = parse(raw, publicUrl);
  if (url?.origin !== publicUrl) return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
}

/** The page on which a widget asked for a sign-in: the magazine's, or one on another site that may call us. */
export function safePage(raw: string | null | undefined, publicUrl: string, origins: readonly string[]): string {
  const url = parse(raw, publicUrl);
  if (url && url.origin !== publicUrl && origins.includes(url.origin)) return url.href;
  return new URL(safePath(raw, publicUrl), publicUrl).href;
}

function parse(raw: string | null | undefined, base: string): URL | null {
  if (raw === null || raw === undefined || raw.length > 2000 || ODD.test(raw)) return null;
  const url = URL.parse(raw, base);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}
