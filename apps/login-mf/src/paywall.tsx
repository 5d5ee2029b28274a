import { ownPath, withQuery } from '@newsstand/ui/messages';
import { useEffect, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { Spinner } from '@newsstand/ui/spinner';
import { redirectAfterLogin } from './redirect-after-login.ts';
import { LoginForm } from './login-form.tsx';
import styles from './login-form.module.css';
import { SubscribeOffer } from './subscribe-offer.tsx';
import { useHandOver } from './use-hand-over.ts';
import { useLogin, type Login } from './use-login.ts';

/** `login.paywall`: where an article is held. After login the page reloads, and its server decides again. */
export const Paywall = ({ context }: { context: MountContext }) => {
  const login = useLogin(context);
  const { busy, problem } = useHandOver(login);
  const { t, reader } = login;
  if (busy) return <Spinner label={t('login.logging_in')} />;
  if (reader.account ?? reader.institution) return <Held login={login} />;
  return (
    <section className={styles.stack}>
      <h2 className={styles.heading}>{t('login.paywall')}</h2>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <LoginForm login={login} />
      <SubscribeOffer login={login} />
    </section>
  );
};

/** Whether a field is not as it came: a comment that was begun, say. */
const isTypedIn = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')].some(
    (field) => field.value !== field.defaultValue,
  );

const SAID = { entitled: 'login.paywall_open', renewable: 'login.paywall_expired', none: 'login.paywall_held' } as const;

/**
 * The article is held and somebody is logged in: there is no subscription that runs, or the login came after the page,
 * from another tab. The server is asked which. Whoever logged in elsewhere need not press for it, unless the page would
 * lose something; a page that is never opened all the same is not loaded again and again.
 */
const Held = ({ login }: { login: Login }) => {
  const { t, api, opens } = login;
  const { account, institution } = login.reader;
  const [stands, setStands] = useState<'entitled' | 'renewable' | 'none' | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const ask = async () => {
      const answer = await api('entitlement', { query: { path: location.pathname } }, { signal: gone.signal });
      if (gone.signal.aborted) return;
      if (answer.ok && answer.data.entitled) {
        if (opens && !isTypedIn()) redirectAfterLogin(null);
        else setStands('entitled');
      } else setStands(answer.ok && answer.data.renewable ? 'renewable' : 'none');
    };
    void ask();
    return () => gone.abort();
  }, [api, opens]);

  if (stands === null) return <Spinner label={t('login.paywall_checking')} />;
  return (
    <section className={styles.stack}>
      <Notice kind="info">{t(SAID[stands])}</Notice>
      {stands === 'entitled' ? (
        <Button onClick={() => redirectAfterLogin(null)}>{t('login.paywall_read')}</Button>
      ) : (
        <>
          {stands === 'renewable' ? (
            <LinkButton href={ownPath('/subscribe/renew')}>{t('login.paywall_renew')}</LinkButton>
          ) : (
            <LinkButton href={ownPath('/subscribe')}>{t('login.paywall_subscribe')}</LinkButton>
          )}
          {!institution && login.page.logins.includes('institutional') && (
            <a href={withQuery(ownPath('/institutional-subscriptions'), { redirect: location.pathname + location.search })}>
              {t('login.paywall_institution')}
            </a>
          )}
          {account && <p>{t('login.logged_in_as', account)}</p>}
        </>
      )}
    </section>
  );
};
