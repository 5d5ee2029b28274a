import { useEffect, useMemo, useState } from 'react';
import { createMessages, ownPath } from '@newsstand/ui/messages';
import { Notice, type NoticeKind } from '@newsstand/ui/notice';
import { FailureNotice } from '../failure.tsx';
import { LedTo } from '../said.tsx';
import type { Widget } from '../widget.ts';
import { leftMessages } from './messages-left.ts';

/**
 * What has become of something on a page that was left for the account's, or reloaded, as section 4 has it, success or error: a word behind `#`, by which the
 * account's page says it.
 */
const LEFT = [
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
export type Left = (typeof LEFT)[number];

/** Said once: a reload says it no more. */
export const LeftSaid = ({ widget }: { widget: Widget }) => {
  const [said] = useState(readLeft);
  useEffect(() => {
    history.replaceState({ ...history.state, why: null }, '', location.pathname + location.search);
    history.scrollRestoration = 'auto';
  }, []);
  return (
    <LedTo>
      <Words widget={widget} said={said} />
    </LedTo>
  );
};

const Words = ({ widget: { t, page }, said: { left, token, why } }: { widget: Widget; said: ReturnType<typeof readLeft> }) => {
  const { messages, support_address } = page.publication;
  const say = useMemo(() => createMessages(leftMessages, messages), [messages]);
  switch (left) {
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
      return <Notice kind="success" title={say(DONE[left])} />;
    case 'card-kept':
    case 'autorenew-kept': {
      const title = say(left === 'card-kept' ? 'account.card_kept' : 'account.autorenew_kept');
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
      const { kind, state } = RENEWALS[left];
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
} as const satisfies Record<Extract<Left, `renewal-${string}`>, { kind: NoticeKind; state: string }>;

const readLeft = () => {
  const [word, token] = location.hash.slice(1).split('=');
  const why: unknown = history.state?.why;
  return { left: LEFT.find((left) => left === word), token, why: typeof why === 'string' ? why : null };
};
