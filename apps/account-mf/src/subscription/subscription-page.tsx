import { useEffect, useMemo, useRef, useState } from 'react';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import type { UnpaidInvoice } from '@newsstand/contracts/subscription';
import type { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, ownPath } from '@newsstand/ui/messages';
import { Notice } from '@newsstand/ui/notice';
import { Skeleton } from '@newsstand/ui/skeleton';
import { LoadFailure } from '../failure.tsx';
import { type Shown, shownOf } from '../shown.ts';
import { Delivered } from '../overview/delivered.tsx';
import { Fact, Facts, Screen } from '../parts.tsx';
import { addressOf, invoicePath, receiptPath } from '../routes.ts';
import { useFocusKept } from '../use-focus-kept.ts';
import { type Known, required } from '../widget.ts';
import { rateName, termName } from '../words.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import { subscriptionMessages } from './messages.ts';
import { UpdateForm } from './update-form.tsx';
import { upgradeCalls } from './use-update.ts';

/**
 * `account.subscription`: the page /account/subscriptions/{subscription_token}; `data-token` says which, or else the
 * page's address does.
 */
export const SubscriptionPage = ({ context }: { context: MountContext }) => (
  <WithSubscriber context={context}>
    {(widget) => <SubscriptionView widget={widget} token={required(readToken(context), 'subscription in its address')} />}
  </WithSubscriber>
);

/** Behind its standard folder, or in the query, where a CMS has it that cannot route. */
const readToken = ({ options }: MountContext): string | undefined =>
  options['token'] ?? /(?:\/subscriptions\/|[?&]token=)([^/?&#]+)/.exec(location.href)?.[1];

type Loaded = { type: 'loading' } | { type: 'failed'; shown: Shown } | { type: 'loaded'; settings: SubscriptionSettings; round: number };

const SubscriptionView = ({ widget, token }: { widget: Known; token: string }) => {
  const { t, context } = widget;
  const api = useMemo(() => createTableApi(context.api, upgradeCalls), [context.api]);
  const [loaded, setLoaded] = useState<Loaded>({ type: 'loading' });
  /** Counts the times that the information was asked for; the form of an older one is not kept. */
  const [round, setRound] = useState(0);
  const [receipt, setReceipt] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place);

  useEffect(() => {
    const gone = new AbortController();
    const load = async () => {
      const answer = await api('subscriptionSettings', { params: { subscription_token: token } }, { signal: gone.signal });
      if (gone.signal.aborted) return;
      setLoaded(answer.ok ? { type: 'loaded', settings: answer.data, round } : { type: 'failed', shown: shownOf(answer) });
    };
    void load();
    return () => gone.abort();
  }, [api, token, round]);

  /**
   * Shows what is saved now, and keeps the form of before with all that is chosen in it; false where it could not be
   * asked for.
   */
  const refresh = async (): Promise<boolean> => {
    const answer = await api('subscriptionSettings', { params: { subscription_token: token } });
    if (answer.ok) setLoaded({ type: 'loaded', settings: answer.data, round });
    return answer.ok;
  };
  const complete = (paid: string) => {
    setReceipt(paid);
    context.setState('completed');
    // Section 4, subscription update: on completion the subscription info is reloaded.
    setRound(round + 1);
  };
  const processing = loaded.type === 'loaded' ? loaded.settings.upgrade.processing : null;
  const isOpen = loaded.type === 'loaded' && !processing && loaded.settings.upgrade.options.can_update;
  return (
    <Screen title={t('account.update_title')} widget={widget} place={place} isArranged={isOpen}>
      {loaded.type === 'loading' && <Skeleton lines={6} />}
      {loaded.type === 'failed' && <LoadFailure shown={loaded.shown} widget={widget} />}
      {receipt !== null && (
        <Notice kind="success" title={t('account.update_done')}>
          <p>
            <a href={receiptPath(receipt)}>{t('account.update_receipt')}</a>
          </p>
        </Notice>
      )}
      {loaded.type === 'loaded' && (
        <>
          {!isOpen && <Current settings={loaded.settings} widget={widget} />}
          {!processing && <Invoices invoices={loaded.settings.upgrade.invoices ?? []} widget={widget} />}
          {processing ? (
            <Notice kind="info" title={t('account.update_on_its_way')}>
              <p>
                {t('account.update_on_its_way_text')}{' '}
                {!widget.viewOnly && <a href={invoicePath(processing)}>{t('account.update_on_its_way_see')}</a>}
              </p>
            </Notice>
          ) : isOpen ? (
            <UpdateForm key={loaded.round} widget={widget} api={api} settings={loaded.settings} onCompleted={complete} refresh={refresh}>
              <Current settings={loaded.settings} widget={widget} />
            </UpdateForm>
          ) : (
            <Unavailable token={token} widget={widget} />
          )}
        </>
      )}
    </Screen>
  );
};

const Current = ({ settings, widget: { t } }: { settings: SubscriptionSettings; widget: Known }) => {
  const { subscription } = settings.upgrade;
  const { deliverables, issues_left } = subscription;
  return (
    <Facts figures>
      <Fact term={t('account.medium')}>
        <Delivered deliverables={deliverables} t={t} />
      </Fact>
      <Fact term={t('account.rate')}>{rateName(subscription, t)}</Fact>
      <Fact term={t('account.term')}>{termName(subscription, t)}</Fact>
      {issues_left !== undefined && (
        <Fact term={t('account.cycle_remaining')}>
          {issues_left === null ? t('account.indefinite') : t('account.update_left', { left: issues_left })}
        </Fact>
      )}
    </Facts>
  );
};

/** Staff's invoices that upgrade it too, and are not paid yet. */
const Invoices = ({ invoices, widget: { page, viewOnly } }: { invoices: UnpaidInvoice[]; widget: Known }) => {
  const { messages } = page.publication;
  const t = useMemo(() => createMessages(subscriptionMessages, messages), [messages]);
  if (invoices.length === 0) return null;
  return (
    <Notice kind="info" title={t('account.update_invoice_title')}>
      {invoices.map(({ invoice_no: number, token, total, due_date }) => {
        const words = t('account.update_invoice', { number, total: formatCents(total), date: displayDate(due_date, 'UTC') });
        return <p key={token}>{viewOnly ? words : <a href={invoicePath(token)}>{words}</a>}</p>;
      })}
      <p>{t('account.update_invoice_text')}</p>
    </Notice>
  );
};

/** Stands for the link in the text. */
const MARK = '\u0000';

/**
 * Section 8, subscription update unavailable; its last words lead to the address page. It does not run any more: what
 * can be done is to renew it.
 */
const Unavailable = ({ token, widget: { page } }: { token: string; widget: Known }) => {
  const { messages } = page.publication;
  const t = useMemo(() => createMessages(subscriptionMessages, messages), [messages]);
  const [before = '', after = ''] = t('account.update_unavailable', { page: MARK }).split(MARK);
  return (
    <Notice kind="warning">
      <p>
        {before}
        <a href={addressOf(token)}>{t('account.update_unavailable_page')}</a>
        {after}
      </p>
      <p>
        {t('account.update_over')} <a href={ownPath('/subscribe/renew')}>{t('account.update_renew')}</a>
      </p>
    </Notice>
  );
};
