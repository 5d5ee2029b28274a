import { useEffect, useRef, type ReactNode } from 'react';
import { loggedInHere } from './logged-in-here.ts';
import { focusAt } from './scroll-to.ts';

/** Below a magazine’s own header, where that stays in view; in px. */
const SCROLL_OFFSET = 112;

/**
 * Who is logged in, where a login had been offered: whoever has just logged in there finds the focus on these words,
 * after the reload.
 */
export const LoggedInWords = ({ children }: { children: ReactNode }) => {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (loggedInHere.read() === null) return;
    loggedInHere.clear();
    // What else the reader has reached meanwhile stays theirs.
    if (words.current && document.activeElement === document.body) focusAt(words.current, SCROLL_OFFSET);
  }, []);
  return (
    <div ref={words} tabIndex={-1}>
      {children}
    </div>
  );
};
