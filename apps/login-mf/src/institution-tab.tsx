import { ownPath, uiMessages } from '@newsstand/ui/messages';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { Spinner } from '@newsstand/ui/spinner';
import { returnAddress, redirectToProvider } from './provider-redirect.ts';
import styles from './login-form.module.css';
import type { Login } from './use-login.ts';
import { useInstitutions } from './use-institutions.ts';

/** Few readers come through an institution. */
const SelectBox = lazy(() =>
  import(/* webpackChunkName: "select-box" */ '@newsstand/ui/select-box').then(
    ({ SelectBox: Box }) => ({ default: Box }),
    // What did not come takes nothing else with it: the other ways to log in, and what is typed there.
    () => ({ default: () => <Notice kind="error">{uiMessages.unreachable}</Notice> }),
  ),
);

/** Section 5: the reader finds the institution by the beginning of its name; the button waits for a choice. */
export const InstitutionTab = ({ login, shown }: { login: Login; shown: boolean }) => {
  const { t, base, page } = login;
  const { institutions, again } = useInstitutions(login.api, shown);
  const [entity, setEntity] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entity === null) return;
    void redirectToProvider(base, 'openathens/deeplink', { entity, target: returnAddress(login) });
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{t('login.institution_intro')}</p>
      {institutions.type === 'waiting' && <Spinner label={t('login.institutions_loading')} />}
      {institutions.type === 'failed' && (
        <>
          <Notice kind="error">{institutions.message}</Notice>
          <Button kind="secondary" onClick={again}>
            {t('login.institution_retry')}
          </Button>
        </>
      )}
      {institutions.type === 'known' && (
        <Suspense fallback={<Spinner label={t('login.institutions_loading')} />}>
          <SelectBox
            label={t('login.institution')}
            name="institution"
            options={institutions.list.map(({ entity_id, name }) => ({ code: entity_id, names: [name] }))}
            value={entity}
            onChange={setEntity}
            required
            texts={{
              no_matches: t('login.no_matches'),
              matches: t('login.matches', { n: '{n}' }),
              choose_from_list: t('login.choose_from_list'),
              show_options: t('login.show_options'),
            }}
          />
          <Button type="submit" disabled={entity === null}>
            {t('login.institution_continue')}
          </Button>
        </Suspense>
      )}
      {page.page !== 'institutional-subscriptions' && (
        <a href={ownPath('/institutional-subscriptions')}>{t('login.institution_missing')}</a>
      )}
    </form>
  );
};
