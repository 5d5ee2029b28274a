import { Field } from '@newsstand/ui/field';
import type { T } from '../widget.ts';
import { LoginOffer } from './login-offer.tsx';
import styles from './redeem-view.module.css';
import type { Redeem } from './use-redeem.ts';

/** A new reader gets an account: full name, email, password and confirm password (section 5). */
export const AccountFields = ({ redeem: { typed, type, errorOf, login }, t }: { redeem: Redeem; t: T }) => {
  const text = (field: 'name' | 'email' | 'password' | 'confirm', kind: 'text' | 'email' | 'password', autoComplete: string) => (
    <Field
      label={t(`subscribe.${field}`)}
      name={field}
      type={kind}
      autoComplete={autoComplete}
      required
      value={typed[field]}
      onChange={(value) => type(field, value)}
      error={errorOf(field)}
    />
  );
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('subscribe.about_you')}</h2>
      {text('name', 'text', 'name')}
      {text('email', 'email', 'email')}
      {login ? (
        <LoginOffer login={login} email={typed.email} t={t} />
      ) : (
        <div className={styles.pair}>
          {text('password', 'password', 'new-password')}
          {text('confirm', 'password', 'new-password')}
        </div>
      )}
    </section>
  );
};
