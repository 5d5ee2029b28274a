import { useLayoutEffect, useRef } from 'react';
import type { LoginTab } from '@newsstand/contracts/reader';
import { Tabs } from '@newsstand/ui/tabs';
import { CodeTab } from './code-tab.tsx';
import { GoogleTab } from './google-tab.tsx';
import styles from './login-form.module.css';
import { InstitutionTab } from './institution-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import type { Login } from './use-login.ts';

type Props = {
  login: Login;
  startsWith?: LoginTab;
  resetOpen?: boolean;
  /** The form goes, with the focus in it or not. */
  onGone?: (hadFocus: boolean) => void;
};

/** The login form (section 2): the same on its page, in the header and in the paywall. */
export const LoginForm = ({ login, startsWith, resetOpen = false, onGone }: Props) => {
  const { t, chosen, choose } = login;
  const { institution } = login.reader;
  const logins = login.page.logins.filter((tab) => tab !== 'institutional' || !institution);
  const place = useRef<HTMLDivElement>(null);
  const selected = [chosen, startsWith].find((tab) => tab !== undefined && logins.includes(tab)) ?? logins[0] ?? 'password';
  useLayoutEffect(() => {
    const form = place.current;
    return () => onGone?.(form !== null && form.contains(document.activeElement));
  }, [onGone]);
  const tabs = {
    password: {
      label: t('login.password_login'),
      panel: <PasswordTab login={login} resetOpen={resetOpen} />,
    },
    'email-code': { label: t('login.email_code'), panel: <CodeTab login={login} /> },
    google: { label: t('login.google_account'), panel: <GoogleTab login={login} /> },
    institutional: {
      label: t('login.institutional_access'),
      panel: <InstitutionTab login={login} shown={selected === 'institutional'} />,
    },
  };
  return (
    <div ref={place} className={styles.place}>
      <Tabs label={t('login.ways')} tabs={logins.map((id) => ({ id, ...tabs[id] }))} selected={selected} onSelect={choose} />
    </div>
  );
};
