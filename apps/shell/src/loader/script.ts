const { currentScript } = document;
// Of a module there is none, and an author's picture may have that name: then it is the tag whose file is running now,
// as an error says.
const tag =
  currentScript instanceof HTMLScriptElement
    ? currentScript
    : [...document.querySelectorAll('script')].find(({ src }) => src && Error().stack?.includes(src + ':'));

/** The nonce by which the page's Content-Security-Policy knows us, handed on to what we add. */
export const nonce = tag?.nonce ?? '';

/**
 * What the page says of itself in `data-newsstand-…`, on `<html>` or on the loader's own tag. Not of `documentElement`:
 * an author's `<form>` may have that name.
 */
export const settings = (): DOMStringMap => ({ ...document.querySelector('html')?.dataset, ...tag?.dataset });

/** Resolves when the whole document is parsed. */
export const parsed = new Promise<unknown>((done) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', done);
  else done(0);
});
