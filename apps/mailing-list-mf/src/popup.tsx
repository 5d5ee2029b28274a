import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Dialog } from '@newsstand/ui/dialog';
import { focusReading, placeOfReading } from './place-of-reading.ts';
import { popupSeen, rememberPopup } from './popup-seen.ts';
import styles from './popup.module.css';
import { SignupForm } from './signup-form.tsx';
import { useList } from './use-list.ts';
import { useSignup } from './use-signup.ts';
import { whenQuiet } from './when-quiet.ts';

const SECOND = 1000;
/** How long a reader reads in peace; `data-after` (seconds) says otherwise. */
const DEFAULT_AFTER = 20;

/** `mailing-list.popup`: the sign-up in a dialog that opens once a reader (section 4), and never on the check-out page. */
export const Popup = ({ context }: { context: MountContext }) => {
  const { input, page, t } = useList(context);
  const { signup, submit } = useSignup(input, () => context.setState('completed'));
  const [open, setOpen] = useState(false);
  const closed = useRef<(() => void) | null>(null);
  const reading = useRef<HTMLElement | null>(null);
  const close = () => {
    setOpen(false);
    closed.current?.();
    closed.current = null;
  };
  const unwanted = () => page.page === 'checkout' || (!context.intent && popupSeen());
  const show = useEffectEvent(() => {
    // Another tab, or the same popup elsewhere on the page, may have shown it while this one waited.
    if (unwanted()) return;
    rememberPopup();
    closed.current = context.openOverlay(() => setOpen(false));
    reading.current = placeOfReading();
    setOpen(true);
  });
  const wait = useEffectEvent(() => (unwanted() ? undefined : whenQuiet(delay(context), show)));
  useEffect(() => {
    const stop = wait();
    return () => {
      stop?.();
      closed.current?.();
    };
  }, []);
  // The dialog gives the focus back to what had it. It was nobody's: then the keyboard goes on where the reader was reading.
  useEffect(() => {
    if (open) return;
    if (reading.current) focusReading(reading.current);
    reading.current = null;
  }, [open]);

  return (
    <Dialog
      title={t('mailing-list.title')}
      open={open}
      onClose={close}
      closeOnBackdrop
      closeLabel={t('mailing-list.close')}
      className={styles.popup}
    >
      <p className={styles.intro}>{t('mailing-list.intro')}</p>
      <SignupForm signup={signup} onSubmit={submit} t={t} />
    </Dialog>
  );
};

const delay = ({ intent, options }: MountContext): number => (intent ? 0 : Number(options['after'] ?? DEFAULT_AFTER) * SECOND);
