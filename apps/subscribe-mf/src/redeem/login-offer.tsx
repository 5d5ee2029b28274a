import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { loginPath } from '../routes.ts';
import type { T } from '../widget.ts';
import styles from './login-offer.module.css';
import type { Login } from './use-login.ts';

/** What the page puts the focus on. */
export const LOGIN_PASSWORD = 'login_password';

/** The owner of the address logs in here, and everything typed stays. The button sends the form: while this is offered, that is what sending it does. */
export const LoginOffer = ({ login, email, t }: { login: Login; email: string; t: T }) => (
  <div className={styles.offer}>
    <Field
      label={t('subscribe.login_password', { email })}
      name={LOGIN_PASSWORD}
      type="password"
      autoComplete="current-password"
      required
      value={login.password}
      onChange={login.onPassword}
      error={login.problem ?? undefined}
    />
    <div className={styles.ways}>
      <Button type="submit" kind="secondary" busy={login.busy}>
        {t(login.busy ? 'subscribe.logging_in' : 'subscribe.log_in')}
      </Button>
      <a href={loginPath(location.pathname + location.search)}>{t('subscribe.login_otherwise')}</a>
    </div>
    <p className={styles.note}>{t('subscribe.login_note')}</p>
  </div>
);
