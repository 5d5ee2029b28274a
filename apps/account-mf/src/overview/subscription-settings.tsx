import { lazy, Suspense, useState } from 'react';
import type { Subscription } from '@newsstand/contracts/subscription';
import { Button } from '@newsstand/ui/button';
import { Actions, ChangeLink } from '../parts.tsx';
import { subscriptionPath } from '../routes.ts';
import { rateName, termName } from '../words.ts';
import type { Known, T } from '../widget.ts';
import { Delivered } from './delivered.tsx';
import styles from './subscription-settings.module.css';

/** Few readers come from another system without an e-mail address: who does not never fetches the form. */
const Claim = lazy(async () => ({ default: (await import(/* webpackChunkName: "claim" */ './claim.tsx')).Claim }));

/**
 * Section 2: the current cycle and the future ones, each with an Update link; and the way to bring one that is posted
 * and not here.
 */
export const SubscriptionSettings = ({ widget }: { widget: Known }) => {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Cycles widget={widget} />
      {asked ? (
        <Suspense fallback={null}>
          <Claim widget={widget} />
        </Suspense>
      ) : (
        <Actions>
          <Button kind="secondary" disabled={widget.viewOnly} onClick={() => setAsked(true)}>
            {widget.t('account.claim')}
          </Button>
        </Actions>
      )}
    </>
  );
};

const Cycles = ({ widget: { t, subscriber } }: { widget: Known }) => {
  const { current_subscription: current, future_subscriptions: future, lifetime_subscription: lifetime } = subscriber.timetable;
  if (!current) return <p>{t('account.no_cycles')}</p>;
  const waits = lifetime && lifetime.info.token !== current.info.token ? lifetime : null;
  return (
    <ol className={styles.cycles}>
      <Cycle info={current.info} title={t(current.active ? 'account.current_cycle' : 'account.last_cycle')} t={t} />
      {future.map(({ info }) => (
        <Cycle key={info.token} info={info} title={t('account.future_cycle')} t={t} />
      ))}
      {waits && <Cycle info={waits.info} title={t('account.lifetime_cycle')} t={t} />}
    </ol>
  );
};

const Cycle = ({ info, title, t }: { info: Subscription; title: string; t: T }) => (
  <li className={styles.cycle}>
    <div className={styles.words}>
      <h3 className={styles.title}>{title}</h3>
      <p>
        <Delivered deliverables={info.deliverables} t={t} />
        {', '}
        {rateName(info, t)}
        {', '}
        {termName(info, t)}
      </p>
      <p className={styles.note}>
        {info.cancelled === null ? remaining(info.token_summary, t) : t('account.status_cancelled')}
        {info.copies > 1 && `, ${t('account.copies', { count: info.copies })}`}
      </p>
    </div>
    {info.cancelled === null && (
      <ChangeLink href={subscriptionPath(info.token)} about={t('account.update_cycle', { cycle: title })}>
        {t('account.update')}
      </ChangeLink>
    )}
  </li>
);

/** Of a count that this build cannot read nothing is said: no end is another thing than no number. */
const remaining = ({ paid, left }: Subscription['token_summary'], t: T): string | null => {
  if (paid === null) return t('account.indefinite');
  return paid === undefined || left === undefined ? null : t('account.cycle_left', { left: left ?? 0, paid });
};
