import { useEffect, useRef, type ReactNode } from 'react';
import { loggedInHere } from './logged-in-here.ts';
import styles from './logged-in-words.module.css';

/** Who is logged in, where a login had been offered: whoever has just logged in there finds the focus on these words, after the reload. */
export const LoggedInWords = ({ children }: { children: ReactNode }) => {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (loggedInHere.read() === null) return;
    loggedInHere.clear();
    // What else the reader has reached meanwhile stays theirs.
    if (document.activeElement === document.body) words.current?.focus();
  }, []);
  return (
    <div ref={words} tabIndex={-1} className={styles.words}>
      {children}
    </div>
  );
};
