import { Button } from '@newsstand/ui/button';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './desk.module.css';

/**
 * So many rows are shown at first, so that what stands below a long list is not pages away; of two more nobody is
 * asked.
 */
const FIRST = 10;
const MORE = 3;

type Props<Row> = {
  rows: readonly Row[];
  what: string;
  children: (rows: readonly Row[]) => ReactNode;
  /** What leads to older ones than these, once these are shown. */
  older: ReactNode;
};

/** The first rows of a list that grows for ever, and the rest once somebody asks for it; printed are all. */
export function FirstRows<Row>({ rows, what, children, older }: Props<Row>) {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const isFolded = !open && rows.length >= FIRST + MORE;
  // The button is gone then: whoever pressed it goes on with what it brought.
  useEffect(() => {
    const row = open ? list.current?.querySelectorAll<HTMLElement>('ul > li')[FIRST] : undefined;
    if (!row) return;
    row.tabIndex = -1;
    row.focus();
  }, [open]);
  return (
    <div ref={list} className={isFolded ? styles['folded'] : undefined}>
      {children(rows)}
      {isFolded ? (
        <p className={styles['more']}>
          <Button kind="secondary" onClick={() => setOpen(true)}>
            {rows.length - FIRST} more {what}
          </Button>
        </p>
      ) : (
        older
      )}
    </div>
  );
}
