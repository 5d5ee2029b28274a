import { useState } from 'react';
import { Button } from '@newsstand/ui/button';
import { ConfirmDialog } from '@newsstand/ui/confirm-dialog';
import type { T } from '../widget.ts';
import styles from './remove-line.module.css';
import type { CartChanges } from './use-cart-changes.ts';

type Props = { changes: CartChanges; t: T; onRemoved(): void };

/** Takes everything out of the cart once the reader is sure (sections 2 and 7). */
export const RemoveAll = ({ changes, t, onRemoved }: Props) => {
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    if (await changes.removeAll()) onRemoved();
  };
  return (
    <div className={styles.all}>
      <Button kind="quiet" changes className={styles.remove} onClick={() => setAsking(true)}>
        {t('checkout.remove_all')}
      </Button>
      <output className={styles.problem}>{changes.problemOfAll ?? ''}</output>
      <ConfirmDialog
        text={t('checkout.remove_confirm')}
        open={asking}
        onOk={() => void remove()}
        onCancel={() => setAsking(false)}
        texts={{ ok: t('checkout.ok'), cancel: t('checkout.cancel') }}
      />
    </div>
  );
};
