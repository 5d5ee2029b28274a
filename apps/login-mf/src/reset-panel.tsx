import { useState } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { EmailField } from './email-field.tsx';
import { returnAddress } from './provider-redirect.ts';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';
import { useSend } from './use-send.ts';

type Props = { login: Login; onEmail: (email: string) => void };

/**
 * Asks for the link that sets a password, and leads back here afterwards. The server's message is the same whether
 * there is an account or not.
 */
export const ResetPanel = ({ login, onEmail }: Props) => {
  const { t, api, flow } = login;
  const [message, setMessage] = useState<string>();
  const { busy, errors, props } = useSend({
    fields: ['email'],
    send: (typed) => api('resetPassword', { body: { email: typed['email'] ?? '', path: returnAddress(login) } }),
    onDone: (answer) => setMessage(answer.message),
    onRefused: () => setMessage(undefined),
  });
  return (
    <form {...props} className={styles.panel}>
      <p>{t('login.reset_intro')}</p>
      {errors.general !== undefined && <Notice kind="error">{errors.general}</Notice>}
      <EmailField t={t} value={flow.email} onChange={onEmail} error={errors.fields['email']} readOnly={busy} />
      <Button type="submit" kind="secondary" busy={busy}>
        {busy ? t('login.sending') : t('login.send_link')}
      </Button>
      {message !== undefined && <Notice kind="success">{message}</Notice>}
    </form>
  );
};
