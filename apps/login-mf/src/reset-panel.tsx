import { useState } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import type { LoginApi } from './calls.ts';
import { EmailField } from './email-field.tsx';
import styles from './login-form.module.css';
import type { T } from './use-login.ts';
import { useSend } from './use-send.ts';

type Props = { t: T; api: LoginApi; email: string; onEmail: (email: string) => void };

/** Asks for the link that sets a password. The server's message is the same whether there is an account or not. */
export const ResetPanel = ({ t, api, email, onEmail }: Props) => {
  const [message, setMessage] = useState<string>();
  const { busy, errors, props } = useSend({
    fields: ['email'],
    send: (typed) => api('resetPassword', { body: { email: typed['email'] ?? '' } }),
    onDone: (answer) => setMessage(answer.message),
    onRefused: () => setMessage(undefined),
  });
  return (
    <form {...props} className={styles.panel}>
      <p>{t('login.reset_intro')}</p>
      {errors.general !== undefined && <Notice kind="error">{errors.general}</Notice>}
      <EmailField t={t} value={email} onChange={onEmail} error={errors.fields['email']} readOnly={busy} />
      <Button type="submit" kind="secondary" busy={busy}>
        {busy ? t('login.sending') : t('login.send_link')}
      </Button>
      {message !== undefined && <Notice kind="success">{message}</Notice>}
    </form>
  );
};
