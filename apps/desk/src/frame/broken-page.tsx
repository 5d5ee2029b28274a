import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useQueryClient } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import styles from '../parts/desk.module.css';
import { NotFetched } from './fetched-pages.ts';
import { Heading } from '../parts/page-parts.tsx';
import { ofDesk } from '../session/session.tsx';

/** What is shown of a page that breaks: the frame around it stays, and another page is read as ever. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const client = useQueryClient();
  if (error instanceof NotFetched) {
    return (
      <div className={styles['failed']}>
        <Heading text="This page did not come" />
        <Notice kind="error" title="The desk could not fetch this page.">
          The desk was renewed since it was opened, or this machine is offline. Nothing was changed.
        </Notice>
        <Button kind="secondary" onClick={() => location.reload()}>
          Load it again
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['failed']}>
      <Heading text="This page broke" />
      <Notice kind="error" title="The desk could not show this page.">
        Nothing was changed by that; what was typed here and not sent is gone. If it stays so, tell a developer: ‘
        {error instanceof Error ? error.message : String(error)}’.
      </Notice>
      <Button
        kind="secondary"
        onClick={() => {
          // What was read may be what it broke at.
          client.removeQueries({ predicate: ofDesk });
          reset();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
