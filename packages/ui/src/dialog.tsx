import { useEffect, useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { uiMessages } from './messages.ts';

type Props = {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** A click beside the dialog closes it. */
  closeOnBackdrop?: boolean;
  /** What the close button is called; null leaves the button out. */
  closeLabel?: string | null;
  role?: 'dialog' | 'alertdialog';
  className?: string | undefined;
};

/**
 * The browser's own modal dialog: above any z-index, with the page behind it inert; Escape closes it and the focus goes
 * back where it was.
 */
export const Dialog = ({ title, open, onClose, children, closeOnBackdrop, closeLabel = uiMessages.close, role, className }: Props) => {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open) dialog?.close();
  }, [open]);

  // Removed while open (its parent stopped rendering it), a dialog would take the focus with it: closing gives it back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  // React lets these two events rise, unlike the browser: a dialog inside this one that closes says nothing of this
  // one.
  const own = (event: SyntheticEvent) => event.target === ref.current;
  const cancel = (event: SyntheticEvent) => {
    if (!own(event)) return;
    event.preventDefault();
    onClose();
  };
  const clickBeside = (event: MouseEvent) => {
    if (closeOnBackdrop && event.target === ref.current) onClose();
  };

  return (
    // Escape is the dialog's own keyboard way out; the click is an extra for the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      className={classes(styles.dialog, className)}
      aria-labelledby={`${id}-title`}
      onCancel={cancel}
      // Chrome closes on a second Escape whatever `cancel` says. The event comes late: a dialog that is open again by
      // then has not been closed.
      onClose={(event) => open && own(event) && !event.currentTarget.open && onClose()}
      onClick={clickBeside}
    >
      {open && (
        <div className={styles.content}>
          <div className={styles.header}>
            <h2 className={styles.title} id={`${id}-title`}>
              {title}
            </h2>
            {closeLabel !== null && (
              <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
                <svg className={styles.cross} viewBox="0 0 20 20" aria-hidden="true">
                  <path d="M4 4l12 12M16 4L4 16" />
                </svg>
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
};
