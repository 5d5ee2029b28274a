import { loadScript } from './load-script.ts';

const SECOND = 1000;
const LOAD_LIMIT = 15 * SECOND;

type Turnstile = {
  render(
    place: HTMLElement,
    options: { sitekey: string; appearance: 'interaction-only'; callback(token: string): void; 'error-callback'(code: string): boolean },
  ): string;
  remove(id: string): void;
};
type Hcaptcha = {
  render(place: HTMLElement, options: { sitekey: string; size: 'invisible' }): string;
  execute(id: string, options: { async: true }): Promise<{ response: string }>;
  remove(id: string): void;
};
type Page = typeof globalThis & { turnstile?: Turnstile; hcaptcha?: Hcaptcha };

/** A token of Cloudflare Turnstile or hCaptcha; either shows something only when it doubts the reader. */
export const foreignToken = async (provider: 'turnstile' | 'hcaptcha', siteKey: string): Promise<string> => {
  const place = document.createElement('div');
  place.style.cssText = 'position:fixed;inset:auto 0 16px;z-index:2147483647;display:grid;justify-content:center';
  document.body.append(place);
  try {
    return await (provider === 'turnstile' ? turnstileToken(place, siteKey) : hcaptchaToken(place, siteKey));
  } finally {
    place.remove();
  }
};

const turnstileToken = async (place: HTMLElement, sitekey: string): Promise<string> => {
  const page: Page = globalThis;
  if (!page.turnstile) await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', LOAD_LIMIT);
  const { turnstile } = page;
  if (!turnstile) throw new Error('Turnstile did not start.');
  let id = '';
  try {
    return await new Promise<string>((resolve, reject) => {
      id = turnstile.render(place, {
        sitekey,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': (code) => {
          reject(new Error(`Turnstile refused: ${code}`));
          return true;
        },
      });
    });
  } finally {
    turnstile.remove(id);
  }
};

const hcaptchaToken = async (place: HTMLElement, sitekey: string): Promise<string> => {
  const page: Page = globalThis;
  if (!page.hcaptcha) await loadScript('https://js.hcaptcha.com/1/api.js?render=explicit', LOAD_LIMIT);
  const { hcaptcha } = page;
  if (!hcaptcha) throw new Error('hCaptcha did not start.');
  const id = hcaptcha.render(place, { sitekey, size: 'invisible' });
  try {
    return (await hcaptcha.execute(id, { async: true })).response;
  } finally {
    hcaptcha.remove(id);
  }
};
