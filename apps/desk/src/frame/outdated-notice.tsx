import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useSyncExternalStore } from 'react';
import { hearOfOutdated, isPageOutdated } from '../session/outdated.ts';
import styles from '../parts/desk.module.css';

/** Says that this page is older than the desk's server, so that nobody takes what it shows for all there is. */
export const OutdatedNotice = () => {
  if (!useSyncExternalStore(hearOfOutdated, isPageOutdated)) return null;
  return (
    <div className={styles['outdated']}>
      <Notice kind="warning" title="The desk has grown since this page was opened.">
        What it does not know yet is left out here. Keep what you are typing, then load it again.
      </Notice>
      <Button kind="secondary" onClick={() => location.reload()}>
        Load it again
      </Button>
    </div>
  );
};
