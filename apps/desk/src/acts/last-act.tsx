import { useEffect, useRef } from 'react';
import styles from '../parts/desk.module.css';

/** What was done last. Where what opened the dialog went with it, the focus comes here. */
export const LastAct = ({ text }: { text: string }) => {
  const ref = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (text !== '' && (document.activeElement === null || document.activeElement === document.body)) ref.current?.focus();
  }, [text]);
  return (
    <output ref={ref} tabIndex={-1} className={styles['last-act']}>
      {text}
    </output>
  );
};
