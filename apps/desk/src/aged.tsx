import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useSyncExternalStore } from 'react';
import styles from './desk.module.css';

let isAged = false;
const heard = new Set<() => void>();

/** Something of an answer was left out, because this page is of before and does not know it. */
export function noteAged(): void {
  isAged = true;
  for (const hear of heard) hear();
}

const hearOf = (hear: () => void) => {
  heard.add(hear);
  return () => void heard.delete(hear);
};

/** Says that this page is older than the desk's server, so that nobody takes what it shows for all there is. */
export const Aged = () => {
  if (!useSyncExternalStore(hearOf, () => isAged)) return null;
  return (
    <div className={styles['aged']}>
      <Notice kind="warning" title="The desk has grown since this page was opened.">
        What it does not know yet is left out here. Keep what you are typing, then load it again.
      </Notice>
      <Button kind="secondary" onClick={() => location.reload()}>
        Load it again
      </Button>
    </div>
  );
};
