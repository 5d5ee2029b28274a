import { ownPath } from '@newsstand/ui/messages';
import type { MouseEvent } from 'react';
import { Button } from '@newsstand/ui/button';
import { Checkbox } from '@newsstand/ui/checkbox';
import { Field } from '@newsstand/ui/field';
import { LoggedInWords } from '@newsstand/ui/logged-in-words';
import { LoginOffer } from '@newsstand/ui/login-offer';
import type { Login } from '@newsstand/ui/use-login';
import type { T } from '../page-texts.ts';
import { loginPath } from '../routes-after.ts';
import { Block } from './block.tsx';
import type { FormProps } from './form-props.ts';
import { loginTexts } from './login-texts.ts';
import styles from './note.module.css';
import { PasswordFields } from './password-fields.tsx';

/**
 * Who an account is made for: `required` with a personal subscription (section 6), `wanted` where a guest asks for one.
 */
export type AccountWish = 'required' | 'wanted' | 'none';

type Props = FormProps & {
  account: { name: string; email: string } | null;
  wish: AccountWish;
  /** Whether it is given a password. */
  password: boolean;
  /** Offered where the address turned out to have an account. */
  login: Login | null;
  t: T;
  onWish(wanted: boolean): void;
};

/** Who orders (section 2, account block for guests). A subscriber is known already. */
export const AccountBlock = ({ form, errors, onChange, account, wish, password, login, t, onWish }: Props) => {
  if (account) {
    return (
      <Block title={t('checkout.about_you')}>
        <LoggedInWords>
          <p>{t('checkout.signed_in_as', account)}</p>
        </LoggedInWords>
        <p className={styles.note}>
          {t('checkout.signed_in_note')} <a href={ownPath('/account/email')}>{t('checkout.change_email')}</a> ·{' '}
          <a href={loginPath()}>{t('checkout.other_account')}</a>
        </p>
      </Block>
    );
  }
  const goOnAsGuest = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const box = currentTarget.form?.elements.namedItem('account');
    onWish(false);
    // The button goes with the offer; what it did can be undone there.
    if (box instanceof HTMLElement) box.focus();
  };
  return (
    <Block title={t('checkout.about_you')}>
      <p className={styles.note}>
        {t(wish === 'required' ? 'checkout.account_needed' : 'checkout.account_known')} <a href={loginPath()}>{t('checkout.log_in')}</a>
      </p>
      <Field
        label={t('checkout.name')}
        name="name"
        autoComplete="name"
        required
        value={form.name}
        onChange={(value) => onChange('name', value)}
        error={errors['name']}
      />
      <Field
        label={t('checkout.email')}
        name="email"
        type="email"
        // With a password it is what the account is called, for password managers too.
        autoComplete={wish === 'none' || !password ? 'email' : 'username'}
        inputMode="email"
        required
        hint={t(wish === 'none' ? 'checkout.about_you_note' : password ? 'checkout.account_note' : 'checkout.account_by_code')}
        value={form.email}
        onChange={(value) => onChange('email', value)}
        error={errors['email']}
      />
      {wish !== 'required' && (
        <Checkbox label={t('checkout.account_wanted')} name="account" checked={wish === 'wanted'} onChange={onWish} />
      )}
      {login ? (
        <LoginOffer login={login} href={loginPath()} texts={loginTexts(form.email, login, t)}>
          {wish === 'wanted' && (
            <Button kind="quiet" onClick={goOnAsGuest}>
              {t('checkout.login_guest')}
            </Button>
          )}
        </LoginOffer>
      ) : (
        wish !== 'none' && password && <PasswordFields typed={form} errors={errors} onChange={onChange} t={t} />
      )}
    </Block>
  );
};
