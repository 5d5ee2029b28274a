import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { LoginFailure } from '@newsstand/contracts/access';
import type { MountContext } from '@newsstand/contracts/widget';
import { Notice } from '@newsstand/ui/notice';
import { Spinner } from '@newsstand/ui/spinner';
import { AccountWays } from './account-ways.tsx';
import styles from './login-form.module.css';
import { NewPassword } from './new-password.tsx';
import { ReaderLogin } from './reader-login.tsx';
import { SubscribeOffer } from './subscribe-offer.tsx';
import { useHandOver } from './use-hand-over.ts';
import { useLogin } from './use-login.ts';
import { useResetLink } from './use-reset-link.ts';

/** `login.page`: the page's own login, with what a provider or a mailed link brought back to it. */
export const LoginPage = ({ context }: { context: MountContext }) => {
  const login = useLogin(context);
  const link = useResetLink();
  const [cameBack, setCameBack] = useState(false);
  const failure = v.safeParse(LoginFailure, new URLSearchParams(location.search).get('error'));
  const { busy, problem } = useHandOver(login);
  const { page } = login.page;
  const { account, institution } = login.reader;

  const asksLink = link?.token === '';
  const leadsOn = asksLink && account !== null;
  const { path } = login;
  useEffect(() => {
    if (leadsOn && path !== undefined) location.replace(path);
  }, [leadsOn, path]);

  const back = () => {
    setCameBack(true);
    location.hash = '';
  };
  if (busy) return <Spinner label={login.t('login.logging_in')} />;
  if (link?.token) return <NewPassword key={link.token} login={login} token={link.token} email={link.email} onBack={back} />;

  // Who is logged in to an account may have come back without the institution.
  const failed = failure.success && (failure.output === 'institution' ? !institution : !account) ? failure.output : null;
  const isInstitutional = page === 'institutional-subscriptions' || (failure.success && failure.output === 'institution');
  return (
    <div className={styles.stack}>
      {failed && <Notice kind="error">{login.t(`login.error.${failed}`)}</Notice>}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <ReaderLogin
        key={String(asksLink)}
        login={login}
        resetOpen={cameBack || asksLink}
        {...(isInstitutional && { startsWith: 'institutional' as const })}
        {...(page === 'login' && { ways: <AccountWays login={login} /> })}
      />
      {page === 'login' && !account && !institution && <SubscribeOffer login={login} />}
    </div>
  );
};
