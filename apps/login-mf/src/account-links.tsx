import type { Subscriber as Whole } from '@newsstand/contracts/account';
import { subscriberCall } from '@newsstand/contracts/account-endpoints';
import { Standing } from '@newsstand/contracts/subscription';
import { sectionPath, sectionsOf } from '@newsstand/ui/account-sections';
import { sectionMessages } from '@newsstand/ui/messages-account-sections';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, ownPath, type Translate } from '@newsstand/ui/messages';
import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import styles from './account-links.module.css';
import { accountMessages } from './messages-account.ts';
import type { Login } from './use-login.ts';

const texts = { ...sectionMessages, ...accountMessages };

const List = v.optional(v.array(v.unknown()), []);
const Account = v.object({ standing: Standing, issues: List, donations: List, gifts: List } satisfies Record<
  keyof Pick<Whole, 'standing' | 'issues' | 'donations' | 'gifts'>,
  v.GenericSchema
>);
type Account = v.InferOutput<typeof Account>;

/** Of which the drawer reads the little that it shows. */
const subscriber = { ...subscriberCall, answer: v.object({ subscriber: Account }) };

/** For who cannot be asked about: the sections that everybody has. */
const EMPTY = { issues: [], donations: [] };

type Props = {
  login: Login;
  /** A link was followed: it may lead to a part of the page that the drawer covers. */
  onLead(): void;
};

/** The way to each section of the reader's account, and what they come for: how many issues are left. */
export const AccountLinks = ({ login, onLead }: Props) => {
  const { base, page } = login;
  const t = useMemo(() => createMessages(texts, page.publication.messages), [page]);
  const [account, setAccount] = useState<Account | null>();
  useEffect(() => {
    const gone = new AbortController();
    const ask = async () => {
      const answer = await createTableApi(base, { subscriber })('subscriber', {}, { signal: gone.signal });
      if (!gone.signal.aborted) setAccount(answer.ok ? answer.data.subscriber : null);
    };
    void ask();
    return () => gone.abort();
  }, [base]);
  // All at once: a section more would move the others under the reader's finger.
  if (account === undefined) return null;
  return (
    <>
      {account && (
        <p className={styles.left}>
          <Left standing={account.standing} login={login} t={t} />
        </p>
      )}
      <nav aria-label={t('account.sections')}>
        <ul className={styles.list}>
          {sectionsOf(account ?? EMPTY).map(({ id, title }) => (
            <li key={id}>
              <a className={styles.link} href={sectionPath(id)} onClick={onLead}>
                {t(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
};

const Left = ({ standing, login, t }: { standing: Standing; login: Login; t: Translate<typeof texts> }) => {
  switch (standing.type) {
    case 'extended':
    case 'expiring':
      return standing.left === 1 ? t('login.issue_left') : t('login.issues_left', { left: standing.left });
    case 'lifetime':
      return t('login.issues_forever');
    case 'expired':
    case 'cancelled':
      return (
        <>
          {t('login.run_out')} <a href={ownPath('/subscribe/renew')}>{login.t('login.paywall_renew')}</a>
        </>
      );
    case 'none':
      return (
        <>
          {t('login.no_subscription')} <a href={ownPath('/subscribe')}>{login.t('login.subscribe')}</a>
        </>
      );
  }
};
