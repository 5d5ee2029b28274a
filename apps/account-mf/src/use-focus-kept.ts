import { type RefObject, useEffect, useRef } from 'react';
import { focusAt } from '@newsstand/ui/scroll-to';
import { SCROLL_OFFSET } from './use-send.ts';

/**
 * A control may go with what it did (a session that is ended, a form that closes) or be out of use for a while. Who
 * works by keyboard then finds the focus on what came instead: what is said of it, or else the next control of `place`.
 * Without this it would be back at the top of the page.
 */
export const useFocusKept = (place: RefObject<HTMLElement | null>): void => {
  const last = useRef<Element | null>(null);
  /** It was out of use when it was last looked at: it gets the focus back. Whoever clicked beside it wanted it away. */
  const waits = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      waits.current = false;
      last.current = target instanceof Element && place.current?.contains(target) ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [place]);

  // After each change of the page, since it is the change that takes the control away.
  useEffect(() => {
    const had = last.current;
    const now = document.activeElement;
    if (!(had instanceof HTMLElement) || !place.current || (now !== document.body && now !== had && now !== null)) return;
    const isThere = had.isConnected;
    if (isThere && !had.matches(':disabled')) {
      if (waits.current && now !== had) had.focus({ preventScroll: true });
      waits.current = false;
      return;
    }
    // A control that is out of use while something is sent is waited for, unless the answer is a refusal.
    const message = place.current.querySelector<HTMLElement>(isThere ? '[role=alert]' : '[role=alert], [role=status]');
    const next = message ?? (isThere ? null : place.current.querySelector<HTMLElement>('button:enabled, a[href]'));
    waits.current = next === null && isThere;
    if (!next) return;
    if (next === message) next.tabIndex = -1;
    focusAt(next, SCROLL_OFFSET);
  });
};
