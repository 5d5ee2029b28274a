import { useState } from 'react';
import type { CartLine } from '@newsstand/contracts/cart';
import { Button } from '@newsstand/ui/button';
import { ConfirmDialog } from '@newsstand/ui/confirm-dialog';
import type { T } from '../widget.ts';
import { lineName } from './line-name.ts';
import type { CartChanges } from './use-cart-changes.ts';
import styles from './remove-line.module.css';

type Props = { line: CartLine; changes: CartChanges; t: T; onRemoved(): void };

/** Takes a line out of the cart once the reader is sure (section 2, confirm dialog). */
export const RemoveLine = ({ line, changes, t, onRemoved }: Props) => {
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    if (await changes.remove(line)) onRemoved();
  };
  return (
    <>
      <Button
        kind="quiet"
        changes
        className={styles.remove}
        aria-label={t('checkout.remove_line', { name: lineName(line) })}
        onClick={() => setAsking(true)}
      >
        {t('checkout.remove')}
      </Button>
      <ConfirmDialog
        text={t('checkout.remove_confirm')}
        open={asking}
        onOk={() => void remove()}
        onCancel={() => setAsking(false)}
        texts={{ ok: t('checkout.ok'), cancel: t('checkout.cancel') }}
      />
    </>
  );
};
