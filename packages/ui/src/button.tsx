import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';
import { isViewOnly } from './view-only.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet';

type Props = ComponentProps<'button'> & {
  kind?: ButtonKind;
  /** While something is on its way: keeps the focus, shows a spinner and ignores clicks. */
  busy?: boolean;
  /**
   * Whether a press changes something, which staff who looks at a reader's page may not. A button that sends, or is
   * ever busy, does.
   */
  changes?: boolean;
};

export const Button = ({
  kind = 'primary',
  busy,
  type = 'button',
  changes = type === 'submit' || busy !== undefined,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: Props) => {
  // Disabling a focused button would throw the reader's focus away, so a busy one only stops listening. Stopping the
  // click also stops its form.
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));

  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || (changes && isViewOnly())}
      className={classes(styles.button, styles[kind], className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
};
