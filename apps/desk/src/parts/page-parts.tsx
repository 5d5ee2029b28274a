import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { Skeleton } from '@newsstand/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { isWorthAgain } from '../session/call.ts';
import styles from './desk.module.css';

/** What is quick needs no place held for it: a flash of grey says less than a moment of nothing. */
const SOON = 150;

function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

const Waiting = ({ what }: { what: string }) => {
  const late = useLate();
  return (
    <output className={styles['waiting']}>
      {late && <Skeleton lines={6} />}
      <span className={styles['unseen']}>Loading {what}</span>
    </output>
  );
};

/**
 * What was asked, while it is on its way, when it came, and when it did not. `what` is how the page calls it: `this
 * reader`. `heading` is the page's until it has one of its own.
 */
type AskedProps<Data> = { query: UseQueryResult<Data>; what: string; heading?: string; children: (data: Data) => ReactNode };

export function Asked<Data>({ query, what, heading, children }: AskedProps<Data>) {
  if (query.data !== undefined) {
    return (
      <div className={query.isPlaceholderData ? styles['dimmed'] : undefined} aria-busy={query.isPlaceholderData || undefined}>
        {query.isRefetchError && <Notice kind="warning">This may be old: {query.error.message}</Notice>}
        {children(query.data)}
      </div>
    );
  }
  if (query.isError) {
    return (
      <div className={styles['failed']}>
        {heading !== undefined && <Heading text={heading} />}
        <Notice kind="error" title={`The desk could not read ${what}.`}>
          {query.error.message} Nothing was changed.
        </Notice>
        {isWorthAgain(query.error) && (
          <Button kind="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      {heading !== undefined && <Heading text={heading} />}
      <Waiting what={what} />
    </>
  );
}

/** What a page is called, in it and in the browser's tab. `children`: as it is read, where that is more than words. */
export const Heading = ({ text, children }: { text: string; children?: ReactNode }) => (
  <>
    <title>{`${text} · Desk`}</title>
    <h1>{children ?? text}</h1>
  </>
);

/** A part of a page with a heading; `none` says what would be here. */
export const Part = ({
  title,
  aside,
  none,
  children,
}: {
  title: string;
  aside?: ReactNode;
  none?: string | false;
  children?: ReactNode;
}) => (
  <section className={styles['part']} aria-label={title}>
    <h2>
      {title}
      {aside !== undefined && <small> {aside}</small>}
    </h2>
    {none ? <p className={styles['none']}>{none}</p> : children}
  </section>
);

/**
 * Figures of more columns than a telephone has room for: they are moved from side to side, and the page stays.
 * `comesTo`: the last column is what they come to, and stays in sight.
 */
export const Wide = ({ label = 'Figures', comesTo = false, children }: { label?: string; comesTo?: boolean; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it
  <section className={`${styles['wide']} ${comesTo ? styles['comes-to'] : ''}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
