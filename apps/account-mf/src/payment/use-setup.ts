import { useEffect, useState } from 'react';
import type { PaymentSetup } from '@newsstand/contracts/payment-info';
import type { Refusal } from '@newsstand/contracts/refusal';
import { type Shown, shownOf } from '../shown.ts';

export type Setup<Data> = { type: 'loading' } | { type: 'failed'; status: number; shown: Shown } | { type: 'loaded'; data: Data };

type Answer<Data> = { ok: true; data: Data } | { ok: false; status: number; refusal: Refusal; raw?: true };

/** Asks for the keys by which a card can be put on record; `again` asks for new ones, where the others are used up. */
export const useSetup = <Data extends PaymentSetup>(ask: (signal: AbortSignal) => Promise<Answer<Data>>, wanted: boolean) => {
  const [setup, setSetup] = useState<Setup<Data>>({ type: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    const gone = new AbortController();
    const load = async () => {
      const answer = await ask(gone.signal);
      if (gone.signal.aborted) return;
      setSetup(answer.ok ? { type: 'loaded', data: answer.data } : { type: 'failed', status: answer.status, shown: shownOf(answer) });
    };
    void load();
    return () => gone.abort();
    // Asked anew when somebody wants it, not when a parent renders.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [round, wanted]);
  return { setup, again: () => setRound((count) => count + 1) };
};
