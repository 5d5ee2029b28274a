import { MIN_PASSWORD } from '@newsstand/contracts/access';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { PasswordField } from '@newsstand/ui/password-field';
import { VisuallyHidden } from '@newsstand/ui/visually-hidden';
import { keptCookie } from './kept-cookie.ts';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';
import { useSend } from './use-send.ts';

type Props = {
  login: Login;
  token: string;
  /** Whose password it is, where the link says so. */
  email: string | null;
  onBack: () => void;
};

/** The mailed link leads here: a password is chosen, and the reader is logged in. */
export const NewPassword = ({ login, token, email, onBack }: Props) => {
  const { t, api, path, signedIn, flow } = login;
  const { busy, errors, props } = useSend({
    fields: ['password', 'confirm'],
    send: async ({ password = '', confirm = '' }) => keptCookie(login, await api('resetConfirm', { body: { token, password, confirm } })),
    onDone: (answer) => signedIn(answer, answer.redirect ?? path),
    leaves: true,
  });
  const field = (name: 'password' | 'confirm') =>
    ({ name, autoComplete: 'new-password', required: true, readOnly: busy, error: errors.fields[name] }) as const;

  return (
    <form {...props} className={styles.form}>
      <h2 className={styles.heading}>{t('login.new_password')}</h2>
      {errors.general !== undefined && <Notice kind="error">{errors.general}</Notice>}
      {/* For password managers alone, which keep the password with it. */}
      <VisuallyHidden aria-hidden="true">
        <input type="email" autoComplete="username" value={email ?? flow.email} readOnly tabIndex={-1} />
      </VisuallyHidden>
      <PasswordField
        {...field('password')}
        label={t('login.new_password_field')}
        hint={t('login.new_password_hint', { n: MIN_PASSWORD })}
      />
      <PasswordField {...field('confirm')} label={t('login.confirm_field')} />
      <Button type="submit" busy={busy}>
        {busy ? t('login.saving') : t('login.save_password')}
      </Button>
      <button type="button" className={styles.link} onClick={onBack}>
        {t('login.back_to_login')}
      </button>
    </form>
  );
};
