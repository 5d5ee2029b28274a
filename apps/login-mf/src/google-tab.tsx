import { LinkButton } from '@newsstand/ui/link-button';
import styles from './login-form.module.css';
import { oauthAddress } from './oauth-address.ts';
import type { Login } from './use-login.ts';

/** The reader leaves for Google and comes back logged in. */
export const GoogleTab = ({ login: { t, base, path } }: { login: Login }) => (
  <div className={styles.form}>
    <p>{t('login.google_intro')}</p>
    <LinkButton kind="secondary" href={oauthAddress(base, 'google', { url: path ?? location.pathname + location.search })}>
      {t('login.google_continue')}
    </LinkButton>
  </div>
);
