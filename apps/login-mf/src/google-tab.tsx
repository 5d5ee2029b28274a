import type { MouseEvent } from 'react';
import { LinkButton } from '@newsstand/ui/link-button';
import { isElsewhere } from './hand-over.ts';
import { returnAddress, redirectToProvider, oauthAddress } from './provider-redirect.ts';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';

/** The reader leaves for Google and comes back logged in. */
export const GoogleTab = ({ login }: { login: Login }) => {
  const { t, base, path } = login;
  const query = { url: returnAddress(login) };
  const bind = (event: MouseEvent) => {
    if (!isElsewhere(base)) return;
    event.preventDefault();
    void redirectToProvider(base, 'google', query);
  };
  return (
    <div className={styles.form}>
      <p>
        {t('login.google_intro')}
        {path === undefined && ` ${t('login.google_back')}`}
      </p>
      <LinkButton kind="secondary" href={oauthAddress(base, 'google', query)} onClick={bind}>
        {t('login.google_continue')}
      </LinkButton>
    </div>
  );
};
