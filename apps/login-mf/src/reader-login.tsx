import { type ReactNode, useCallback, useRef } from 'react';
import type { LoginTab } from '@newsstand/contracts/reader';
import { InstitutionTab } from './institution-tab.tsx';
import { LoggedIn } from './logged-in.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';

type Props = {
  login: Login;
  startsWith?: LoginTab;
  resetOpen?: boolean;
  /** In place of the way to the account, for who is logged in. */
  ways?: ReactNode;
};

/**
 * Who is logged in, or the form. An account and an institution's access go together: who has one of them is offered the
 * other, the account everywhere, the institution where it was asked for.
 */
export const ReaderLogin = ({ login, ways, ...form }: Props) => {
  const { account, institution } = login.reader;
  const hadFocus = useRef(false);
  const onGone = useCallback((had: boolean) => (hadFocus.current = had), []);
  if (account) {
    const offersInstitution = !institution && form.startsWith === 'institutional' && login.page.logins.includes('institutional');
    return (
      <>
        <LoggedIn login={login} inherits={hadFocus} account={ways} />
        {offersInstitution && (
          <>
            <h2 className={styles.own}>{login.t('login.own_institution')}</h2>
            <InstitutionTab login={login} shown />
          </>
        )}
      </>
    );
  }
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
