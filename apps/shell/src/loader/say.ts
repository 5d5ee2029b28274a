/** Tells the page: an event on `document`. */
export const say = (type: string, detail: unknown): void => {
  document.dispatchEvent(new CustomEvent(type, { detail }));
};

/** When the browser has nothing better to do. */
export const idle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? setTimeout;
