import { ownPath } from '@newsstand/ui/messages';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { redirectAfterLogin } from './redirect-after-login.ts';
import styles from './login-form.module.css';
import { tellTabs } from '@newsstand/ui/reader-tabs';
import { sortErrors } from '@newsstand/ui/sort-errors';
import type { Login } from './use-login.ts';

type Props = {
  login: Login;
  /** Whether the form that stood here had the focus: then these words take it, and are read out. */
  inherits?: RefObject<boolean>;
  /** In place of the way to the account; last, since it comes later. */
  account?: ReactNode;
};

/**
 * Who the reader is, and the way out. After it the page reloads, or goes where the server says (section 6,
 * institution).
 */
export const LoggedIn = ({ login: { t, api, reader, path }, inherits, account: ways }: Props) => {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (inherits?.current) words.current?.focus();
  }, [inherits]);
  const { account, institution } = reader;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const logOut = async () => {
    setBusy(true);
    const answer = await api('logout', { query: { path: location.pathname + location.search } });
    if (answer.ok) {
      tellTabs();
      return redirectAfterLogin(answer.data.redirect);
    }
    setBusy(false);
    setProblem(sortErrors(answer.refusal).general);
  };
  return (
    <div className={styles.form}>
      <div ref={words} tabIndex={-1} className={styles.words}>
        {account && <p>{t('login.logged_in_as', account)}</p>}
        {institution && <p>{t('login.access_through', { name: institution.name })}</p>}
      </div>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {path !== undefined && <LinkButton href={path}>{t('login.go_on')}</LinkButton>}
      {account && !ways && (
        <LinkButton kind="secondary" href={ownPath('/account')}>
          {t('login.account')}
        </LinkButton>
      )}
      <Button kind="secondary" busy={busy} changes={false} onClick={() => void logOut()}>
        {busy ? t('login.logging_out') : t('login.log_out')}
      </Button>
      {account && ways}
    </div>
  );
};
