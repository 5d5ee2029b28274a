import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import styles from './login-offer.module.css';
import { Notice } from './notice.tsx';
import { PasswordField } from './password-field.tsx';
import type { Login } from './use-login.ts';

/**
 * The name of the field for the password, or the code, and of the button that asks for one where there is neither: the
 * page puts the focus on it.
 */
export const LOGIN_PASSWORD = 'login_password';

type Props = {
  login: Login;
  /** Where one logs in by other ways; it leads back here. */
  href: string;
  /**
   * `password` names whose it is, `send_code` is said beside it, or alone where there is none, `note` says what becomes
   * of what was typed, `code_sent` where the code went.
   */
  texts: Record<
    'password' | 'log_in' | 'logging_in' | 'otherwise' | 'note' | 'send_code' | 'new_code' | 'sending_code' | 'code' | 'code_sent',
    string
  >;
  /** Another way on, where there is one. */
  children?: ReactNode;
};

/**
 * Where an address turned out to have an account, its owner logs in here by password or mailed code, and everything
 * typed stays. The button sends the form around it: while this is offered, that is what sending it does.
 */
export const LoginOffer = ({ login, href, texts, children }: Props) => {
  const { code, byPassword } = login;
  // Where accounts have no password, nothing is typed before a code was mailed.
  const isTyped = byPassword || code !== null;
  const field = {
    name: LOGIN_PASSWORD,
    required: true,
    value: login.password,
    onChange: login.onPassword,
    error: login.problem ?? undefined,
  };
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(code);
  // What had the focus has gone: a new code is typed anew, and where none is any use the password is asked for.
  useEffect(() => {
    if (before.current !== code) place.current?.querySelector<HTMLElement>(`[name=${LOGIN_PASSWORD}]`)?.focus();
    before.current = code;
  }, [code]);
  return (
    <div className={styles.offer} ref={place}>
      {/* It gives way to an error about it, or about a new one. */}
      {code !== null && login.problem === null && (
        <Notice key={code} kind="success">
          {texts.code_sent}
        </Notice>
      )}
      {!isTyped && login.problem !== null && <Notice kind="error">{login.problem}</Notice>}
      {isTyped &&
        (code === null ? (
          <PasswordField {...field} label={texts.password} autoComplete="current-password" />
        ) : (
          <Field {...field} key={code} label={texts.code} autoComplete="one-time-code" inputMode="numeric" spellCheck={false} />
        ))}
      <div className={styles.ways}>
        {isTyped && (
          <Button type="submit" kind="secondary" busy={login.busy}>
            {login.busy ? texts.logging_in : texts.log_in}
          </Button>
        )}
        <Button
          {...(isTyped ? { kind: 'quiet', onClick: login.sendCode } : { kind: 'secondary', type: 'submit', name: LOGIN_PASSWORD })}
          busy={login.sendingCode}
        >
          {login.sendingCode ? texts.sending_code : code === null ? texts.send_code : texts.new_code}
        </Button>
        <a href={href}>{texts.otherwise}</a>
        {children}
      </div>
      <p className={styles.note}>{texts.note}</p>
    </div>
  );
};
