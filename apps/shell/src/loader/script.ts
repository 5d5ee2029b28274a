// Not `currentScript`: a CMS may load us as a module, which has none.
const tag = document.querySelector<HTMLScriptElement>('script[src*="/loader.js"]');

/** The nonce by which the page's Content-Security-Policy knows us, handed on to what we add. */
export const nonce = tag?.nonce ?? '';

/** What the page says of itself in `data-newsstand-…`, on `<html>` or on the loader's own tag. */
export const settings: DOMStringMap = { ...document.documentElement.dataset, ...tag?.dataset };

/** Resolves when the whole document is parsed. */
export const parsed = new Promise<unknown>((done) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', done);
  else done(0);
});
