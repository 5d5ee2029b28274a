import { useEffect, useState } from 'react';
import { subscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import { createTableApi } from '@newsstand/ui/call-table';
import { type Shown, shownOf } from '../shown.ts';
import type { Known } from '../widget.ts';
import { isScheduled } from './required-zones.ts';

type Own = { type: 'asking' } | { type: 'own' } | { type: 'refused'; shown: Shown };

/**
 * Whether the subscription that a link names is this reader's: one that the page's data does not tell of is asked for,
 * and may not be there (404).
 */
export const useOwnSubscription = ({ context, subscriber }: Known, token: string | null): Own => {
  const isKnown = token === null || isScheduled(subscriber, token);
  const [own, setOwn] = useState<Own>({ type: isKnown ? 'own' : 'asking' });
  useEffect(() => {
    if (isKnown) return;
    const gone = new AbortController();
    const ask = async () => {
      const api = createTableApi(context.api, { subscriptionSettings });
      const answer = await api('subscriptionSettings', { params: { subscription_token: token } }, { signal: gone.signal });
      if (!gone.signal.aborted) setOwn(answer.ok ? { type: 'own' } : { type: 'refused', shown: shownOf(answer) });
    };
    void ask();
    return () => gone.abort();
  }, [context.api, isKnown, token]);
  return own;
};
