import { MIN_PASSWORD } from '@newsstand/contracts/new-password';
import { Field } from '@newsstand/ui/field';
import { LoginOffer } from '@newsstand/ui/login-offer';
import { PasswordField } from '@newsstand/ui/password-field';
import { loginPath } from '../routes.ts';
import type { T } from './messages.ts';
import styles from './redeem-view.module.css';
import type { Redeem } from './use-redeem.ts';

/** A new reader gets an account: full name, email, password and confirm password (section 5). */
export const AccountFields = ({ redeem: { typed, type, paying, login, usedUp, password }, t }: { redeem: Redeem; t: T }) => {
  const hints: Partial<Record<string, string>> = {
    password: t('subscribe.password_hint', { n: MIN_PASSWORD }),
    ...(!password && { email: t('subscribe.redeem_by_code') }),
  };
  const about = (field: 'name' | 'email' | 'password' | 'confirm') => ({
    label: t(`subscribe.${field}`),
    name: field,
    required: true,
    value: typed[field],
    hint: hints[field],
    onChange: (value: string) => type(field, value),
    error: paying.errorOf(field),
  });
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('subscribe.about_you')}</h2>
      {!login && !usedUp && (
        <p className={styles.note}>
          {t('subscribe.redeem_have_account')} <a href={loginPath(location.pathname + location.search)}>{t('subscribe.log_in')}</a>
        </p>
      )}
      <Field {...about('name')} type="text" autoComplete="name" />
      <Field {...about('email')} type="email" autoComplete={password ? 'username' : 'email'} />
      {login ? (
        <LoginOffer
          login={login}
          href={loginPath(location.pathname + location.search)}
          texts={{
            password: t('subscribe.login_password', { email: typed.email }),
            log_in: t('subscribe.log_in'),
            logging_in: t('subscribe.logging_in'),
            otherwise: t('subscribe.login_otherwise'),
            note: t('subscribe.login_note'),
            send_code: t(password ? 'subscribe.login_send_code' : 'subscribe.login_by_code'),
            new_code: t('subscribe.login_new_code'),
            sending_code: t('subscribe.login_sending_code'),
            code: t('subscribe.login_code'),
            code_sent: t('subscribe.login_code_sent', { email: typed.email }),
          }}
        />
      ) : (
        password && (
          <div className={styles.pair}>
            <PasswordField {...about('password')} autoComplete="new-password" />
            <PasswordField {...about('confirm')} autoComplete="new-password" />
          </div>
        )
      )}
    </section>
  );
};
