import { useEffect } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';
import { useSend } from './use-send.ts';

type Props = {
  login: Login;
  email: string;
  label: string;
  /** The form that had the focus has gone. */
  takesFocus?: boolean;
  /** Something else was answered since: what was said here last is over. */
  isOver?: boolean;
  onRefused?: () => void;
};

/** Mails a code to an address that is known already: another one, or one after too many attempts (section 8). */
export const SendCode = ({
  login: { t, api, path, dispatch, choose },
  email,
  label,
  takesFocus = false,
  isOver = false,
  onRefused,
}: Props) => {
  const { busy, errors, props } = useSend({
    fields: [],
    send: () => api('signin', { body: { email, path } }),
    onDone: ({ token }) => {
      choose('email-code');
      dispatch({ type: 'sent', email, token });
    },
    ...(onRefused && { onRefused }),
  });
  const { ref } = props;
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector('button')?.focus();
  }, [takesFocus, ref]);
  return (
    <form {...props} className={styles.form}>
      {errors.general !== undefined && !isOver && <Notice kind="error">{errors.general}</Notice>}
      <Button type="submit" kind="secondary" className={styles.wraps} busy={busy}>
        {busy ? t('login.sending') : label}
      </Button>
    </form>
  );
};
