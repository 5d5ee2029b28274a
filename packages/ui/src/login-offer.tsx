import { Button } from './button.tsx';
import { Field } from './field.tsx';
import styles from './login-offer.module.css';
import type { Login } from './use-login.ts';

/** The name of the password's field: the page puts the focus on it. */
export const LOGIN_PASSWORD = 'login_password';

type Props = {
  login: Login;
  /** Where one logs in by other ways; it leads back here. */
  href: string;
  /** `password` names whose it is, `note` says what becomes of what was typed. */
  texts: { password: string; log_in: string; logging_in: string; otherwise: string; note: string };
};

/**
 * Where an address turned out to have an account, its owner logs in here, and everything typed stays. The button sends the form around it: while
 * this is offered, that is what sending it does.
 */
export const LoginOffer = ({ login, href, texts }: Props) => (
  <div className={styles.offer}>
    <Field
      label={texts.password}
      name={LOGIN_PASSWORD}
      type="password"
      autoComplete="current-password"
      required
      value={login.password}
      onChange={login.onPassword}
      error={login.problem ?? undefined}
    />
    <div className={styles.ways}>
      <Button type="submit" kind="secondary" busy={login.busy}>
        {login.busy ? texts.logging_in : texts.log_in}
      </Button>
      <a href={href}>{texts.otherwise}</a>
    </div>
    <p className={styles.note}>{texts.note}</p>
  </div>
);
