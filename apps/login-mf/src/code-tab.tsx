import { useEffect, useRef, useState } from 'react';
import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import type { CodeEvent } from './code-flow.ts';
import { EmailField } from './email-field.tsx';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';
import { useSend } from './use-send.ts';

/** Section 4, email code: the address first, then the code that was sent there. */
export const CodeTab = ({ login }: { login: Login }) => {
  const { flow, dispatch } = login;
  const [cameBack, setCameBack] = useState<CodeEvent['type']>();
  const back = (type: 'other-address' | 'too-many-attempts') => {
    setCameBack(type);
    dispatch({ type });
  };
  return flow.stage === 'request' ? (
    <Request login={login} cameBack={cameBack} onSent={() => setCameBack(undefined)} />
  ) : (
    <Verify login={login} email={flow.email} token={flow.token} onBack={back} />
  );
};

type RequestProps = {
  login: Login;
  /** Why the second stage was left. */
  cameBack: CodeEvent['type'] | undefined;
  onSent: () => void;
};

const Request = ({ login: { t, api, path, flow, dispatch }, cameBack, onSent }: RequestProps) => {
  const { busy, errors, props } = useSend({
    fields: ['email'],
    send: (typed) => api('signin', { body: { email: typed['email'] ?? '', path } }),
    onDone: ({ token }, typed) => {
      onSent();
      dispatch({ type: 'sent', email: typed['email'] ?? '', token });
    },
  });
  const { ref } = props;
  // The form that had the focus has gone, and this one stands in its place.
  useEffect(() => {
    if (cameBack) ref.current?.querySelector('input')?.focus();
  }, [cameBack, ref]);
  // Section 8: it is shown where the flow has gone back to.
  const problem = errors.general ?? (cameBack === 'too-many-attempts' ? TOO_MANY_ATTEMPTS : undefined);
  return (
    <form {...props} className={styles.form}>
      <p>{t('login.code_intro')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <EmailField
        t={t}
        value={flow.email}
        onChange={(typed) => dispatch({ type: 'typed', email: typed })}
        error={errors.fields['email']}
        readOnly={busy}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('login.sending') : t('login.send_code')}
      </Button>
    </form>
  );
};

type VerifyProps = { login: Login; email: string; token: string; onBack: (why: 'other-address' | 'too-many-attempts') => void };

const Verify = ({ login: { t, api, signedIn }, email, token, onBack }: VerifyProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, errors, props } = useSend({
    fields: ['password'],
    send: (typed) => api('signinVerify', { body: { token, password: typed['password'] ?? '' } }),
    onDone: (answer) => signedIn(answer),
    onRefused: (refusal) => refusal.errors === TOO_MANY_ATTEMPTS && onBack('too-many-attempts'),
    leaves: true,
  });
  // The form that had the focus has gone: what comes next is read out from its beginning.
  useEffect(() => heading.current?.focus(), []);

  return (
    <form {...props} className={styles.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('login.verify')}
      </h2>
      <p>{t('login.code_sent', { email })}</p>
      {errors.general !== undefined && <Notice kind="error">{errors.general}</Notice>}
      <Field
        label={t('login.code')}
        name="password"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        readOnly={busy}
        error={errors.fields['password']}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('login.logging_in') : t('login.log_in')}
      </Button>
      <button type="button" className={styles.link} onClick={() => onBack('other-address')}>
        {t('login.other_address')}
      </button>
    </form>
  );
};
