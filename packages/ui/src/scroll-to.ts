const DURATION = 400;
/** Section 9: a step of a smooth scroll waits at most this long, in ms, however seldom the browser draws. */
const STEP_LIMIT = 20;
/** What a reader does to scroll for themselves. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown'] as const;

/**
 * The scroll that is under way, if any, and where it leads. Another one takes its place: two would pull at the page.
 */
let current: { own: AbortController; target: number } | null = null;

/**
 * Scrolls until `element` stands `offsetPx` below the top of the window (section 9: 112 on account pages, 136 for form
 * messages and at check-out), whatever scroll padding the page has. At once for a reader who wants no motion; a reader
 * who scrolls meanwhile is left alone.
 */
export const scrollToOffset = (element: Element, offsetPx: number): void => {
  current?.own.abort();
  const from = window.scrollY;
  const way = element.getBoundingClientRect().top - offsetPx;
  const go = (top: number) => window.scrollTo({ top, behavior: 'instant' });
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return go(from + way);

  const own = new AbortController();
  current = { own, target: Math.min(from + way, document.documentElement.scrollHeight - innerHeight) };
  for (const type of OWN_WAYS) window.addEventListener(type, () => own.abort(), { signal: own.signal, passive: true });
  const start = performance.now();
  const step = () => {
    if (own.signal.aborted) return;
    const done = Math.min((performance.now() - start) / DURATION, 1);
    go(from + way * (1 - (1 - done) ** 3));
    if (done < 1) nextStep(step);
    else own.abort();
  };
  nextStep(step);
};

/**
 * The same, unless all of it is in view below `offsetPx`, or will be when the scroll that is under way has come to its
 * end.
 */
export const bringIntoView = (element: Element, offsetPx: number): void => {
  const { top, bottom } = element.getBoundingClientRect();
  const ahead = current && !current.own.signal.aborted ? current.target - window.scrollY : 0;
  if (top - ahead < offsetPx || bottom - ahead > innerHeight) scrollToOffset(element, offsetPx);
};

/**
 * Puts the focus there, and brings it into view. A browser that did so itself would add the page's scroll padding to
 * the offset.
 */
export const focusAt = (element: HTMLElement, offsetPx: number): void => {
  element.focus({ preventScroll: true });
  bringIntoView(element, offsetPx);
};

/** With the next picture that the browser draws, or when the limit is over. */
const nextStep = (step: () => void): void => {
  const go = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    step();
  };
  const frame = requestAnimationFrame(go);
  const timer = setTimeout(go, STEP_LIMIT);
};
