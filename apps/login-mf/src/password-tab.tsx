import { useId, useState } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { PasswordField } from '@newsstand/ui/password-field';
import { refusedFor } from '@newsstand/ui/refused-for';
import { EmailField } from './email-field.tsx';
import { keptCookie } from './kept-cookie.ts';
import styles from './login-form.module.css';
import { ResetPanel } from './reset-panel.tsx';
import { SendCode } from './send-code.tsx';
import type { Login } from './use-login.ts';
import { useSend } from './use-send.ts';

type Props = { login: Login; resetOpen: boolean };

/** Section 4, password: on success the page reloads, or goes where it was asked to. */
export const PasswordTab = ({ login, resetOpen }: Props) => {
  const { t, api, path, signedIn, flow, dispatch } = login;
  const panel = useId();
  const [open, setOpen] = useState(resetOpen);
  const [resetAgain, setResetAgain] = useState(0);
  const typed = (email: string) => dispatch({ type: 'typed', email });
  const { busy, errors, props } = useSend({
    fields: ['email', 'password'],
    send: async ({ email = '', password = '' }) => keptCookie(login, await api('login', { body: { email, password, path } })),
    onDone: (answer) => signedIn(answer),
    onRefused: (refusal, { email = '' }) => refusedFor(refusal, 'too_many_codes') && dispatch({ type: 'too-many-attempts', email }),
    leaves: true,
  });
  const { usedUp } = flow;
  const toggle = () => {
    // Opened once more, the panel is as it was at first: without the message of the last time.
    if (!open) setResetAgain((count) => count + 1);
    setOpen(!open);
  };

  return (
    <div className={styles.stack}>
      {/* Where the attempts were used up all is cleared (section 4), and what helps the reader is one press away. */}
      {errors.general !== undefined && <Notice kind="error">{errors.general}</Notice>}
      {usedUp !== null && (
        <SendCode key={flow.round} login={login} email={usedUp} label={t('login.new_code_to', { email: usedUp })} takesFocus />
      )}
      <form {...props} className={styles.form}>
        <EmailField t={t} value={flow.email} onChange={typed} error={errors.fields['email']} readOnly={busy} />
        <PasswordField
          key={flow.round}
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          required
          readOnly={busy}
          error={errors.fields['password']}
        />
        <Button type="submit" busy={busy}>
          {busy ? t('login.logging_in') : t('login.log_in')}
        </Button>
      </form>
      <button type="button" className={styles.link} aria-expanded={open} aria-controls={panel} onClick={toggle}>
        {t('login.forgotten')}
      </button>
      <div id={panel} hidden={!open}>
        <ResetPanel key={resetAgain} login={login} onEmail={typed} />
      </div>
    </div>
  );
};
