import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import styles from './login-offer.module.css';
import { Notice } from './notice.tsx';
import type { Login } from './use-login.ts';

/** The name of the field for the password, or the code: the page puts the focus on it. */
export const LOGIN_PASSWORD = 'login_password';

type Props = {
  login: Login;
  /** Where one logs in by other ways; it leads back here. */
  href: string;
  /** `password` names whose it is, `note` says what becomes of what was typed, `code_sent` where the code went. */
  texts: Record<
    'password' | 'log_in' | 'logging_in' | 'otherwise' | 'note' | 'send_code' | 'new_code' | 'sending_code' | 'code' | 'code_sent',
    string
  >;
  /** Another way on, where there is one. */
  children?: ReactNode;
};

/**
 * Where an address turned out to have an account, its owner logs in here by password or mailed code, and everything typed stays. The button sends
 * the form around it: while this is offered, that is what sending it does.
 */
export const LoginOffer = ({ login, href, texts, children }: Props) => {
  const { code } = login;
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(code);
  // What had the focus has gone: a new code is typed anew, and where none is any use the password is asked for.
  useEffect(() => {
    if (before.current !== code) place.current?.querySelector('input')?.focus();
    before.current = code;
  }, [code]);
  return (
    <div className={styles.offer} ref={place}>
      {code !== null && (
        <Notice key={code} kind="success">
          {texts.code_sent}
        </Notice>
      )}
      <Field
        key={code}
        label={code === null ? texts.password : texts.code}
        name={LOGIN_PASSWORD}
        {...(code === null
          ? { type: 'password', autoComplete: 'current-password' }
          : { type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' })}
        spellCheck={false}
        required
        value={login.password}
        onChange={login.onPassword}
        error={login.problem ?? undefined}
      />
      <div className={styles.ways}>
        <Button type="submit" kind="secondary" busy={login.busy}>
          {login.busy ? texts.logging_in : texts.log_in}
        </Button>
        <Button kind="quiet" busy={login.sendingCode} onClick={login.sendCode}>
          {login.sendingCode ? texts.sending_code : code === null ? texts.send_code : texts.new_code}
        </Button>
        <a href={href}>{texts.otherwise}</a>
        {children}
      </div>
      <p className={styles.note}>{texts.note}</p>
    </div>
  );
};
