import { useLayoutEffect, useMemo, useState } from 'react';
import { createMessages, ownPath } from '@newsstand/ui/messages';
import { Notice, type NoticeKind } from '@newsstand/ui/notice';
import { FailureNotice } from '../failure.tsx';
import { FocusOn } from '../leading-notice.tsx';
import type { Widget } from '../widget.ts';
import { outcomeMessages } from './messages-outcome.ts';

/**
 * What has become of something on a page that was left for the account's, or reloaded, as section 4 has it, success or
 * error: a word behind `#`, by which the account's page says it.
 */
const OUTCOMES = [
  'card-changed',
  'card-kept',
  'card-saved',
  'card-deleted',
  'address-deleted',
  'autorenew-kept',
  'autorenew-on',
  'autorenew-off',
  'renewal-paid',
  'renewal-processing',
  'renewal-refused',
  'renewal-confirm',
  'subscription-updated',
  'subscription-claimed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Said once: a reload says it no more. */
export const OutcomeWords = ({ widget }: { widget: Widget }) => {
  const [told] = useState(readOutcome);
  // In the moment in which it is shown: whoever reloads right after that is not told again.
  useLayoutEffect(() => {
    history.replaceState({ ...history.state, why: null }, '', location.pathname + location.search);
    history.scrollRestoration = 'auto';
  }, []);
  return (
    <FocusOn>
      <Words widget={widget} message={told} />
    </FocusOn>
  );
};

const Words = ({ widget: { t, page }, message: { outcome, token, why } }: { widget: Widget; message: ReturnType<typeof readOutcome> }) => {
  const { messages, support_address } = page.publication;
  const say = useMemo(() => createMessages(outcomeMessages, messages), [messages]);
  switch (outcome) {
    case undefined:
      return null;
    case 'card-changed':
      return (
        <Notice kind="error" title={say('account.card_kept')}>
          <p>{say('account.card_changed')}</p>
        </Notice>
      );
    case 'subscription-updated':
      return <Notice kind="success" title={t('account.update_done')} />;
    case 'subscription-claimed':
    case 'card-saved':
    case 'card-deleted':
    case 'address-deleted':
    case 'autorenew-on':
    case 'autorenew-off':
      return <Notice kind="success" title={say(DONE[outcome])} />;
    case 'card-kept':
    case 'autorenew-kept': {
      const title = say(outcome === 'card-kept' ? 'account.card_kept' : 'account.autorenew_kept');
      if (why === null) return <FailureNotice t={t} title={title} address={support_address} way={null} />;
      return (
        <Notice kind="error" title={title}>
          <p>{why}</p>
        </Notice>
      );
    }
    case 'renewal-paid':
    case 'renewal-processing':
    case 'renewal-refused':
    case 'renewal-confirm': {
      const { kind, state } = RENEWALS[outcome];
      return (
        <Notice kind={kind} title={say(`account.renewal_${state}_title`)}>
          <p>
            {say(`account.renewal_${state}_text`)}{' '}
            {state === 'refused' && <a href={ownPath('/account/payment')}>{say('account.renewal_refused_other')}</a>}
            {state === 'confirm' && token !== undefined && (
              <a href={ownPath('/renewal?token={token}', token)}>{say('account.renewal_confirm')}</a>
            )}
          </p>
        </Notice>
      );
    }
  }
};

const DONE = {
  'subscription-claimed': 'account.subscription_claimed',
  'card-saved': 'account.card_saved',
  'card-deleted': 'account.card_deleted',
  'address-deleted': 'account.address_deleted',
  'autorenew-on': 'account.autorenew_now_on',
  'autorenew-off': 'account.autorenew_now_off',
} as const;

/** What a renewal that waited came to, as another card was put on record. */
const RENEWALS = {
  'renewal-paid': { kind: 'success', state: 'paid' },
  'renewal-processing': { kind: 'info', state: 'processing' },
  'renewal-refused': { kind: 'error', state: 'refused' },
  'renewal-confirm': { kind: 'warning', state: 'confirm' },
} as const satisfies Record<Extract<Outcome, `renewal-${string}`>, { kind: NoticeKind; state: string }>;

const readOutcome = () => {
  const [word, token] = location.hash.slice(1).split('=');
  const why: unknown = history.state?.why;
  return { outcome: OUTCOMES.find((outcome) => outcome === word), token, why: typeof why === 'string' ? why : null };
};
