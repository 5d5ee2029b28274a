/** Who else's scripts a page of ours may run: the card provider's, and those of the bot checks. */
const HOSTS: readonly string[] = ['js.stripe.com', 'challenges.cloudflare.com', 'js.hcaptcha.com'];

/** The name that a page under Trusted Types lists in its `trusted-types` directive. */
export const SCRIPT_POLICY = 'newsstand-scripts';

/**
 * The same address, where scripts may come from there: a known host by https, or the page's own host. A stand-in on the
 * machine of who develops is on the page's own host, so no build needs to know of that machine. Throws a TypeError
 * otherwise.
 */
export function foreignScript(url: string, page: { href: string; hostname: string } = location): string {
  const { hostname, protocol } = new URL(url, page.href);
  const isKnown = protocol === 'https:' && HOSTS.includes(hostname);
  const isOwn = /^https?:$/.test(protocol) && hostname === page.hostname;
  if (isKnown || isOwn) return url;
  throw new TypeError(`Scripts of ${hostname} are not loaded.`);
}
