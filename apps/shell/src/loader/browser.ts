/** Tells the page: an event on `document`. False where the page says no. */
export const dispatch = (type: string, detail: unknown): boolean =>
  document.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));

/** What this browser keeps under a key; null where it keeps nothing, or storage is forbidden. */
export const stored = (key: string): string | null | undefined => {
  try {
    return localStorage.getItem(key);
  } catch {}
};

/** When the browser has nothing better to do. */
export const whenIdle: (work: () => void) => unknown = window.requestIdleCallback ?? setTimeout;
