import { useEffect, type RefObject } from 'react';

/** How long after `g` its second key is waited for. */
const SECOND_KEY = 1500;
const FIELDS = 'input, textarea, select, [contenteditable], dialog *';

type Keys = {
  search: RefObject<HTMLInputElement | null>;
  main: RefObject<HTMLElement | null>;
  /** What a letter after `g` leads to. */
  places: ReadonlyMap<string, () => void>;
  /** Whether keys without a modifier do anything: they can be switched off (WCAG 2.1.4). */
  single: boolean;
  onCommands: () => void;
  onHelp: () => void;
};

/**
 * The desk's keys: `Ctrl K` what can be done here, `/` searches, `j` and `k` walk the rows of a list, `g` and a letter
 * go to a page, `?` lists them. Single keys do nothing inside a field or a dialog, nor with a modifier.
 */
export function useKeys({ search, main, places, single, onCommands, onHelp }: Keys): void {
  useEffect(() => {
    let went = -Infinity;
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k') {
        // The browser's own search bar, otherwise; above a dialog there is no other.
        event.preventDefault();
        if (!(target instanceof Element && target.closest('dialog'))) onCommands();
        return;
      }
      if (!single || event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && target.closest(FIELDS))) return;
      const isSecond = event.timeStamp - went < SECOND_KEY;
      went = -Infinity;
      if (key === '/') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      } else if (key === '?') onHelp();
      else if (key === 'g' && !isSecond) went = event.timeStamp;
      else if (isSecond) {
        // A page that begins with a field would find the letter in it.
        event.preventDefault();
        places.get(key)?.();
      } else if (key === 'j' || key === 'k') walk(main.current, key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [search, main, places, single, onCommands, onHelp]);
}

function walk(main: HTMLElement | null, step: 1 | -1): void {
  // What is folded away is printed alone.
  const rows = [...(main?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].filter((row) => row.checkVisibility());
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]?.focus();
}

const KEPT = 'desk-single-keys';

/** Whether single keys are on, as this browser keeps it; where nothing can be kept, they are. */
export function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off';
  } catch {
    return true;
  }
}

export function keepSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEPT, on ? 'on' : 'off');
  } catch {
    // It holds until the page is loaded again.
  }
}
