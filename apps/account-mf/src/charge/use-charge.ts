import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { charge, type ChargeStatus } from '@newsstand/contracts/charge';
import { takeReturn } from '@newsstand/ui/bank-return';
import { createTableApi, type ResultOf } from '@newsstand/ui/call-table';
import { type ChargeEnd, type ChargePorts, type ChargeTrouble, confirmCharge, settleCharge } from '@newsstand/ui/charge-flow';
import { waitFor } from '@newsstand/ui/fulfilment-poll';
import { type Shown, shownOf } from '../shown.ts';
import type { Widget } from '../widget.ts';

type View =
  | { type: 'loading' }
  | { type: 'unknown' }
  | { type: 'failed'; shown: Shown }
  /** `isAnswered`: the reader has pressed the button on this page, and this is the result. */
  | { type: 'known'; charge: ChargeStatus; isAnswered: boolean };

/** The notice above the button: why it is not paid, or the general failure. */
type Trouble = ChargeTrouble | { type: 'failed' };

/**
 * One charge by the token of its letter: how it stands, and confirming it with the card on record (section 4,
 * authorize-card).
 */
export const useCharge = ({ context, page }: Widget, token: string) => {
  const api = useMemo(() => createTableApi(context.api, { charge }), [context.api]);
  const [view, setView] = useState<View>({ type: 'loading' });
  const [isConfirming, setConfirming] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const gone = useRef(new AbortController());

  const ask = async () => viewOf(await api('charge', { params: { token } }, { signal: gone.current.signal }));
  const show = (next: View) => {
    if (gone.current.signal.aborted) return;
    setView(next);
    if (next.type === 'known' && next.charge.status === 'completed') context.setState('completed');
  };
  const ports: ChargePorts = {
    ask: async () => chargeOf(await ask()),
    wait: (milliseconds) => waitFor(milliseconds, gone.current.signal),
  };
  const showEnd = ({ charge, trouble }: ChargeEnd) => {
    if (gone.current.signal.aborted) return;
    if (charge) show({ type: 'known', charge, isAnswered: true });
    setTrouble(trouble);
  };
  const guarded = async (work: () => Promise<void>) => {
    const { signal } = gone.current;
    setTrouble(null);
    setConfirming(true);
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      reportError(error);
      setTrouble({ type: 'failed' });
    }
    if (!signal.aborted) setConfirming(false);
  };
  const confirm = () =>
    guarded(async () => {
      // Another tab may have stopped or paid it since this page was opened.
      const now = await ask();
      if (now.type === 'failed') return setTrouble(now);
      if (now.type !== 'known') return show(now);
      if (now.charge.status !== 'authorize-card') return show({ ...now, isAnswered: true });
      showEnd(await confirmCharge(ports, now.charge, page.stripe.script, location.href));
    });

  const begin = async (first: View, isBack: boolean) => {
    if (gone.current.signal.aborted) return;
    show(first);
    if (first.type !== 'known') return;
    const { charge } = first;
    if (isBack) await guarded(async () => showEnd(await settleCharge(ports, { ok: true })));
    else if (charge.status === 'authorize-card' && charge.failure !== null) setTrouble({ type: 'refused', message: charge.failure });
  };
  const cameBack = useEffectEvent(() => takeReturn(page.stripe.pubkey) !== null);
  const askFirst = useEffectEvent(ask);
  const begun = useEffectEvent(begin);
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    const open = async () => {
      const isBack = cameBack();
      await begun(await askFirst(), isBack);
    };
    void open();
    return () => controller.abort();
  }, []);

  return {
    view,
    trouble,
    isConfirming,
    confirm: () => {
      if (!isConfirming) void confirm();
    },
    again: async () => {
      setView({ type: 'loading' });
      await begin(await ask(), false);
    },
  };
};

const viewOf = (answer: ResultOf<typeof charge>): View => {
  if (answer.ok) return { type: 'known', charge: answer.data, isAnswered: false };
  return answer.status === 404 ? { type: 'unknown' } : { type: 'failed', shown: shownOf(answer) };
};

const chargeOf = (view: View): ChargeStatus | null => (view.type === 'known' ? view.charge : null);
