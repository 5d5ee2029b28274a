import { scriptUrl } from './script-url.ts';

/**
 * Puts a script of a known foreign host into the page: with the page's nonce, and through the page's Trusted Types
 * policy. Rejects when it fails or when `limit` milliseconds have passed, and then takes its dead tag away, because a
 * second attempt that finds it would wait for ever.
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
