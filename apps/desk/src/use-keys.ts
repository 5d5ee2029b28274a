import { useNavigate } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';

/** How long after `g` its second key is waited for. */
const SECOND_KEY = 1500;
const FIELDS = 'input, textarea, select, [contenteditable], dialog *';

type Places = { search: RefObject<HTMLInputElement | null>; main: RefObject<HTMLElement | null> };

/**
 * The desk's keys: `/` searches, `j` and `k` walk the rows of a list, `g t`, `g f` and `g h` go to a page. Single keys do nothing inside a field, nor with a
 * modifier (WCAG 2.1.4).
 */
export function useKeys({ search, main }: Places): void {
  const navigate = useNavigate();
  useEffect(() => {
    let went = 0;
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && target.closest(FIELDS))) return;
      const isSecond = event.timeStamp - went < SECOND_KEY;
      went = 0;
      if (key === '/') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      } else if (key === 'g') went = event.timeStamp;
      else if (isSecond && key === 't') void navigate({ to: '/' });
      else if (isSecond && key === 'f') void navigate({ to: '/find', search: { q: '' } });
      else if (isSecond && key === 'h') void navigate({ to: '/history' });
      else if (key === 'j' || key === 'k') walk(main.current, key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, search, main]);
}

function walk(main: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(main?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]?.focus();
}
