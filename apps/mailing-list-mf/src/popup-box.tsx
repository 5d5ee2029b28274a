import { type ComponentProps, useEffect, useState } from 'react';
import { Dialog } from '@newsstand/ui/dialog';
import { createMessages } from '@newsstand/ui/messages';
import { popupMessages } from './messages-popup.ts';
import { focusReading, placeOfReading } from './place-of-reading.ts';
import styles from './popup.module.css';
import { SignupForm } from './signup-form.tsx';

export type PopupBoxProps = Pick<ComponentProps<typeof SignupForm>, 'signup' | 'onSubmit' | 't'> & {
  open: boolean;
  onClose: () => void;
  /** The publication's own words. */
  messages: Readonly<Record<string, string>>;
};

/** The dialog of `mailing-list.popup`. */
export const PopupBox = ({ open, onClose, signup, onSubmit, t, messages }: PopupBoxProps) => {
  const own = createMessages(popupMessages, messages);
  const [reading] = useState(placeOfReading);
  // The dialog gives the focus back to what had it. It was nobody's: then the keyboard goes on where the reader was
  // reading.
  useEffect(() => {
    if (!open && reading) focusReading(reading);
  }, [open, reading]);
  return (
    <Dialog
      title={t('mailing-list.title')}
      open={open}
      onClose={onClose}
      closeOnBackdrop
      closeLabel={own('mailing-list.close')}
      className={styles.popup}
    >
      <p className={styles.intro}>{own('mailing-list.intro')}</p>
      <SignupForm signup={signup} onSubmit={onSubmit} t={t} />
    </Dialog>
  );
};
