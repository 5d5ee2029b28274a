const HOSTS: ReadonlySet<string> = new Set([
  'js.stripe.com',
  'challenges.cloudflare.com',
  'js.hcaptcha.com',
  '127.0.0.1',
  'localhost',
  '[::1]',
]);

/** The name that a page under Trusted Types lists in its `trusted-types` directive. */
export const SCRIPT_POLICY = 'newsstand-scripts';

type Policy = { createScriptURL(url: string): unknown };
type Page = typeof globalThis & {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
  newsstandScripts?: Policy;
};

/**
 * Puts a script of a known foreign host into the page: with the page's nonce, and through one Trusted Types policy that all remotes of the page share
 * (a policy of the same name cannot be made twice). Rejects when it fails or when `limit` milliseconds have passed, and then takes its dead tag away,
 * because a second attempt that finds it would wait for ever.
 */
export const loadScript = (url: string, limit: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${reason}: ${url}`));
    };
    const timer = setTimeout(() => fail('The script did not come in time'), limit);
    script.addEventListener('error', () => fail('The script could not be loaded'));
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    if (nonce) script.nonce = nonce;
    script.async = true;
    // The DOM types know no TrustedScriptURL; the attribute's sink takes it.
    Object.assign(script, { src: scriptUrl(url) });
    document.head.append(script);
  });

const scriptUrl = (url: string): unknown => {
  const page: Page = globalThis;
  if (!page.trustedTypes) return allowed(url);
  page.newsstandScripts ??= page.trustedTypes.createPolicy(SCRIPT_POLICY, { createScriptURL: allowed });
  return page.newsstandScripts.createScriptURL(url);
};

const allowed = (url: string): string => {
  const { hostname, origin } = new URL(url, document.baseURI);
  if (HOSTS.has(hostname) || origin === location.origin) return url;
  throw new TypeError(`Scripts of ${hostname} are not loaded.`);
};
