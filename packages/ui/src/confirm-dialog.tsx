import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';
import { uiMessages } from './messages.ts';

type Props = {
  text?: ReactNode;
  open: boolean;
  onOk: () => void;
  onCancel: () => void;
  texts?: { ok: string; cancel: string };
};

/** Section 2: 'Are you sure?' with Ok and Cancel. Cancel comes first, so that Enter by mistake does no harm. */
export const ConfirmDialog = ({ text = uiMessages.are_you_sure, open, onOk, onCancel, texts = uiMessages }: Props) => (
  <Dialog title={text} open={open} onClose={onCancel} closeLabel={null} role="alertdialog">
    <div className={styles.buttons}>
      <Button kind="secondary" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button onClick={onOk}>{texts.ok}</Button>
    </div>
  </Dialog>
);
