import { ownPath } from '@newsstand/ui/messages';
import { LinkButton } from '@newsstand/ui/link-button';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';

/** Below the form, for who has nothing to log in with: the way to a subscription. */
export const SubscribeOffer = ({ login: { t } }: { login: Login }) => (
  <div className={styles.offer}>
    <p>{t('login.not_subscribed')}</p>
    <LinkButton kind="secondary" href={ownPath('/subscribe')}>
      {t('login.subscribe')}
    </LinkButton>
  </div>
);
