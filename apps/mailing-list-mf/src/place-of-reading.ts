/**
 * What a reader has before their eyes whose focus is nowhere; null where something has it. The upper third of the
 * window is where one reads.
 */
export const placeOfReading = (): HTMLElement | null => {
  if (document.activeElement !== null && document.activeElement !== document.body) return null;
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 3);
  const place = seen === null || seen.matches('html, body') ? document.querySelector('main, h1') : seen;
  return place instanceof HTMLElement ? place : null;
};

/** Puts the focus there without moving the page, and leaves the element as it was once the focus goes on. */
export const focusReading = (place: HTMLElement): void => {
  if (document.activeElement !== document.body || place.tabIndex >= 0) return place.focus({ preventScroll: true });
  const { outline } = place.style;
  place.tabIndex = -1;
  // It is a place to go on from, not a thing to press.
  place.style.outline = 'none';
  place.addEventListener(
    'blur',
    () => {
      place.removeAttribute('tabindex');
      place.style.outline = outline;
    },
    { once: true },
  );
  place.focus({ preventScroll: true });
};
