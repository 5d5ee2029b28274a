/**
 * Calls `run` once, after `delay` milliseconds and then as soon as the reader is neither in a dialog, nor at a form or
 * another widget, nor waiting for a mailed code: an overlay that the reader opened must not be closed by one that
 * nobody asked for, nor a word be cut off. Returns what calls it off.
 */
export const whenQuiet = (delay: number, run: () => void): (() => void) => {
  const controller = new AbortController();
  const { signal } = controller;
  const attempt = () => {
    if (signal.aborted || isBusy()) return;
    controller.abort();
    run();
  };
  const timer = setTimeout(() => {
    // `close` does not bubble, and the focus has moved only after the event.
    for (const event of ['close', 'focusout']) document.addEventListener(event, () => setTimeout(attempt), { capture: true, signal });
    attempt();
  }, delay);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
};

/**
 * A field for a mailed code says by itself that somebody waits for one, whoever made it and wherever the focus is: the
 * reader may be at their mail.
 */
const isBusy = (): boolean =>
  document.querySelector('dialog[open], [role=dialog][aria-modal=true], input[autocomplete=one-time-code]') !== null ||
  document.activeElement?.closest('form, [data-widget], input, textarea, select, [contenteditable]') != null;
