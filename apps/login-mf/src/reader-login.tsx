import { useCallback, useRef } from 'react';
import type { LoginTab } from '@newsstand/contracts/reader';
import { LoggedIn } from './logged-in.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';

type Props = { login: Login; startsWith?: LoginTab; resetOpen?: boolean };

/** Who is logged in, or the form. An institution's reader gets both, because they may have an account of their own besides. */
export const ReaderLogin = ({ login, ...form }: Props) => {
  const { account, institution } = login.reader;
  const hadFocus = useRef(false);
  const onGone = useCallback((had: boolean) => (hadFocus.current = had), []);
  if (account) return <LoggedIn login={login} inherits={hadFocus} />;
  return (
    <>
      {institution && (
        <>
          <LoggedIn login={login} />
          <h2 className={styles.own}>{login.t('login.own_account')}</h2>
        </>
      )}
      <LoginForm login={login} onGone={onGone} {...form} />
    </>
  );
};
